"""A browser draws a picture with CSS as we draw the picture without."""

import io
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

from rookery import Record
from rookery.export import raster
from rookery.export.flat import Theme, flat_svg
from rookery.export.visible import picture, touched
from tests.export.conftest import shortest

NOT_ALIKE = 0.02  # of the dots of two pictures: edges are smoothed in different ways
CLEARLY = 60  # of 255: what is missing or of another colour differs by more


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_browser_draws_the_same(slug: str, theme: Theme, page: Page) -> None:
    """But for letters, whose font is a matter of the machine. The browser gets the picture with CSS."""
    record = Record.load(shortest(slug))
    ply, width = record.plies // 2, 600
    plain = re.compile(r"<text.*?</text>", re.S)
    scene = picture(record, ply, 0)
    flat = plain.sub("", flat_svg(scene, record.game.art, theme, touched(record, ply, 0)))
    box = f'viewBox="0 0 {scene.width:g} {scene.height:g}"'
    size = f'{box} width="{width}" height="{width * scene.height / scene.width}"'
    ground = f'<rect width="100%" height="100%" fill="{raster.PICTURE_PAPER[theme]}"/>'
    ours = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{flat}</svg>'
    page.set_viewport_size({"width": width, "height": 1200})
    rules = (
        "svg { display: block; width: 100%; height: auto } body { margin: 0; background: " + raster.PICTURE_PAPER[theme]
    )
    page.set_content(f"<style>{rules} }}</style>" + plain.sub("", raster.svg(record, ply, 0, theme)))
    shot = Image.open(io.BytesIO(page.locator("svg").first.screenshot())).convert("RGB")
    own = Image.open(io.BytesIO(raster.drawn(ours, width))).convert("RGB").resize(shot.size)
    far = np.abs(np.asarray(own, np.int16) - np.asarray(shot, np.int16)).max(axis=2) > CLEARLY
    assert far.mean() < NOT_ALIKE
