"""The seating of an evening: after each round everybody moves on by one seat, and by some tables.

    number  of a place in an evening of T tables with P seats, 0 .. T * P - 1; people have the first ones, bots the rest
    group   number // T, 0 .. P - 1: the seat of the first round. Its members have the same seat in every round, so they
            are compared with each other
    round   counts from 0

In each round, group g moves on by g tables. This is the movement of Mitchell (1892), known from duplicate bridge, with
seats that turn. With a prime number of tables that is at least P, nobody meets a rival twice in T rounds; with two
seats, nobody does with any number of tables.
"""


def place(number: int, tables: int, players: int, turn: int) -> tuple[int, int]:
    """The table and the seat of a number in round `turn`."""
    group, first = divmod(number, tables)
    return (first + group * turn) % tables, (group + turn) % players


def seated(tables: int, players: int, turn: int) -> list[list[int]]:
    """[T][P] the numbers at each table in round `turn`."""
    seating = [[0] * players for _ in range(tables)]
    for number in range(tables * players):
        table, seat = place(number, tables, players, turn)
        seating[table][seat] = number
    return seating


def leading_seat(players: int, turn: int) -> int:
    """The seat of the first group in round `turn`. There are people enough for that group at least, so no table has a
    bot there."""
    return turn % players
