"""From live functions of Python to a module of JavaScript that does the same, to the last letter."""
