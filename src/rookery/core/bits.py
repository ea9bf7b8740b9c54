"""Bits of numbers: sets as masks, whole numbers whose bit q stands for member q; and floats as their 64 bits.

Each is an ordinary function; in a kernel it is one or two machine instructions (compiling/bit_instructions.py). This
loop visits the members of a mask in ascending order:

    while left:
        member = lowest_bit(left)
        left = without_lowest(left)
"""

import struct

__all__ = ["bits_of", "count_bits", "float_of", "lowest_bit", "without_lowest"]

_ALL = (1 << 64) - 1


def lowest_bit(mask: int) -> int:
    """The least member of a mask: 0b1100 -> 2. Of an empty mask it is 64."""
    mask = int(mask)  # a NumPy number has no `bit_length`
    return (mask & -mask).bit_length() - 1 if mask else 64


def without_lowest(mask: int) -> int:
    """A mask without its least member. A negative number has bit 63 set; 0 stays 0."""
    left = int(mask) & _ALL  # a NumPy number would overflow if only bit 63 is set
    left &= left - 1
    return left - (left >> 63 << 64)


def count_bits(mask: int) -> int:
    """The number of members of a mask of at most 64 bits. A negative number has bit 63 set."""
    return (int(mask) & _ALL).bit_count()


def bits_of(number: float) -> int:
    """The 64 bits of a float as a signed whole number: sign, 11 bits of exponent, 52 of fraction (IEEE 754)."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def float_of(bits: int) -> float:
    """The float that has these 64 bits."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])
