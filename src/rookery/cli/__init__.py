"""The `rookery` command: one file a subcommand, in main.py's COMMANDS; the other files are what they share.

main.py         the command itself: finds subcommands, says refusals in one sentence
console.py      terminals and progress
seating.py      who sits where
local_game.py   a game being played by people and bots
spoken.py       a scene in words
line_mode.py    the line mode
canvas.py       a scene as coloured characters; colours.py the colours
full_screen.py  the full screen (Textual); board_widget.py, dialogs.py its parts
"""
