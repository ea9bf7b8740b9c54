"""Small whole games, with which an author begins (workshop/new_game.py)."""
