"""Peek: a made-up game in which what an action shows depends on a secret. What searches of such games are held against.

Everybody is dealt a hidden card of 1 to 4. In turn each names another seat's card: who is right wins at once, who is
wrong shows the own card, and the other is dealt a new one. Or changes the own card by one, once a game and not in the
last round, and nobody learns which way. From the second round on each may look at one other card, once, before that.
After the last round the highest card wins; a tie is nobody's.
"""
