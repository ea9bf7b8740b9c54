"""A record as files for elsewhere: JSON lines, readable notation, SVG, PNG, GIF and a PDF to print.

All of them take a `Record` and who looks: a seat, or None for what everybody may see. Nothing is exported that the one
who looks may not know.
"""

from rookery.export.animated import gif
from rookery.export.printed import pdf
from rookery.export.raster import png, svg
from rookery.export.transcript import jsonl, notation

__all__ = ["gif", "jsonl", "notation", "pdf", "png", "svg"]
