"""What is in a box of Gameshire: sets of cards, wrinkles and maps, read from their files. Nothing here is compiled."""
