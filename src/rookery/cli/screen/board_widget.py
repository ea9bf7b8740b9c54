"""The board as a Textual widget: draws a scene, moves a cursor from spot to spot, reports which spot was clicked."""

from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, MouseMove, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from rookery.cli.screen.canvas import Canvas, Glyph, Marks, draw, scale_for
from rookery.core.scene import Scene


class Board(ScrollView, can_focus=True):
    """Shows one scene at a time, as large as fits. A scene that does not fit can be scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, -1)", "Up", show=False),
        Binding("down", "go(0, 1)", "Down", show=False),
        Binding("left", "go(-1, 0)", "Left", show=False),
        Binding("right", "go(1, 0)", "Right", show=False),
        Binding("tab", "next(1)", "Next clickable spot", show=False),
        Binding("shift+tab", "next(-1)", "Previous clickable spot", show=False),
        Binding("enter,space", "click", "Click"),
        # bound here, because ScrollView would scroll on these keys
        Binding("pageup", "app.look(-1)", "Earlier", key_display="PgUp"),
        Binding("pagedown", "app.look(1)", "Later", show=False),
        Binding("home", "app.look_at(0)", "Beginning", show=False),
        Binding("end", "app.look_at", "Now", show=False),
    ]

    class Pointed(Message):
        """The cursor has moved to another spot."""

    class Clicked(Message):
        """A spot was clicked, by mouse or with Enter."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, scene: Scene, art: str) -> None:
        super().__init__()
        self._art = art
        self.scene = scene
        self._scene = scene  # as it is laid out in this widget
        self.marks = Marks()
        self.cursor = ""
        self._canvas = Canvas(0, 0)

    def show(self, scene: Scene, marks: Marks) -> None:
        """Draw another scene, or the same scene with other marks. The cursor stays on its spot if the spot remains."""
        self.scene = scene
        ids = [spot.id for spot in scene.spots]
        if self.cursor not in ids:
            self.cursor = next((spot for spot in (*marks.open, *ids)), "")
        self.marks = Marks(self.cursor, marks.chosen, marks.open, marks.last)
        self._redraw()

    def _redraw(self) -> None:
        self._scene = self.scene
        scale = scale_for(self._scene, self.size.width, self.size.height)
        if self._scene.width * scale[0] > self.size.width:  # scroll down rather than sideways
            self._scene = self.scene.narrowed()
            scale = scale_for(self._scene, self.size.width, self.size.height)
        self._canvas = draw(self._scene, self._art, scale, self.marks)
        self.virtual_size = Size(self._canvas.width, self._canvas.height)
        if box := self._canvas.boxes.get(self.cursor):
            self.scroll_to_region(Region(*box), animate=False, force=True)
        self.refresh()

    def on_resize(self, event: Resize) -> None:
        self._redraw()

    # ── Drawing ──────────────────────────────────────────────────────────────
    @property
    def _margin(self) -> tuple[int, int]:
        """Empty columns to the left and rows above a picture that is smaller than the widget."""
        left, top = (self.size.width - self._canvas.width) // 2, (self.size.height - self._canvas.height) // 2
        return max(0, left), max(0, top)

    def render_line(self, y: int) -> Strip:
        (left, top), scroll = self._margin, self.scroll_offset
        row = y - top + scroll.y
        if not 0 <= row < self._canvas.height:
            return Strip.blank(self.size.width, _style(Glyph()))
        glyphs = [Glyph()] * left + self._canvas.rows[row][scroll.x :]
        glyphs = glyphs[: self.size.width] + [Glyph()] * (self.size.width - len(glyphs))
        return Strip([Segment(glyph.text, _style(glyph)) for glyph in glyphs]).simplify()

    # ── Pointing ─────────────────────────────────────────────────────────────
    def _spot_under(self, x: int, y: int) -> str | None:
        (left, top), scroll = self._margin, self.scroll_offset
        return self._canvas.spot_at(x - left + scroll.x, y - top + scroll.y)

    def on_click(self, event: Click) -> None:
        if spot := self._spot_under(event.x, event.y):
            self._point(spot)
            self.post_message(self.Clicked(spot))

    def on_mouse_move(self, event: MouseMove) -> None:
        if spot := self._spot_under(event.x, event.y):
            self._point(spot)

    def _point(self, spot: str) -> None:
        if spot != self.cursor:
            self.cursor = spot
            self.show(self.scene, self.marks)
            self.post_message(self.Pointed())

    def action_click(self) -> None:
        if self.cursor:
            self.post_message(self.Clicked(self.cursor))

    def action_go(self, right: int, down: int) -> None:
        """Move to the nearest spot in a direction. Distance across the direction counts double."""
        here = next((spot for spot in self._scene.spots if spot.id == self.cursor), None)
        if here is None:
            return
        ways = []
        for spot in filter(lambda spot: spot.drawn, self._scene.spots):
            ahead = (spot.x - here.x) * right + (spot.y - here.y) * down
            aside = abs((spot.x - here.x) * down) + abs((spot.y - here.y) * right)
            if ahead > 0.1:
                ways.append((ahead + 2 * aside, spot.id))
        if ways:
            self._point(min(ways)[1])

    def action_next(self, step: int) -> None:
        """Move to the next clickable spot, or where no spot is clickable to the next spot."""
        ids = [spot.id for spot in self.scene.spots if spot.id in self.marks.open]
        ids = ids or [spot.id for spot in self.scene.spots]
        if ids:
            at = ids.index(self.cursor) + step if self.cursor in ids else 0
            self._point(ids[at % len(ids)])


@lru_cache(maxsize=512)
def _style_of(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink, bgcolor=ground, bold=bold)


def _style(glyph: Glyph) -> Style:
    return _style_of(glyph.ink, glyph.ground, glyph.bold)
