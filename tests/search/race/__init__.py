"""A tiny race for two or three, with chance and without secrets: what searches are held against.

In turn each seat is dealt 1, 2 or 3 points (a 1 is as likely as both others) and keeps them or gives them to the next
seat. After two rounds whoever has most wins; a tie is nobody's.
"""
