"""Writes a record in other formats: JSON lines, readable notation, SVG, PNG, GIF and a PDF to print.

Every function takes a `Record` and a viewer: a seat, or None for a spectator. An export contains only what the viewer
may know.
"""

from rookery.export.animated import gif
from rookery.export.printed import pdf
from rookery.export.raster import png, svg
from rookery.export.transcript import jsonl, notation

__all__ = ["gif", "jsonl", "notation", "pdf", "png", "svg"]
