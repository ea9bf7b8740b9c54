"""The components of Gameshire: sets of cards, wrinkles and maps, read from files. Nothing here is compiled."""
