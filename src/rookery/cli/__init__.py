"""The `rookery` command. Each subcommand in COMMANDS (main.py) has a file of its own; the other files are shared.

main.py         the command itself: finds subcommands, reports a refusal in one sentence
console.py      terminals and progress
seating.py      who sits where
local_game.py   a game between people and bots at this terminal
line_mode.py    the line mode
canvas.py       a scene as coloured characters; colours.py the colours
full_screen.py  the full screen (Textual); board_widget.py, dialogs.py its parts
"""
