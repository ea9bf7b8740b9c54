"""Builds a site into a folder."""

from collections.abc import Sequence
from pathlib import Path

import rookery
from rookery.site.drawings import drawings
from rookery.site.files import Files, SiteParts, digest, older, write
from rookery.site.icons import SITE_DESCRIPTION, icons
from rookery.site.licences import licences
from rookery.site.page import SERVICE_WORKER, built_page, with_files, with_list
from rookery.site.python_engine import WEB, ReportStep, python_parts
from rookery.site.runtime import msgspec

__all__ = ["build", "finished", "parts", "steps"]


def steps(slugs: Sequence[str]) -> int:
    """Of `build`, for a bar."""
    return len(slugs) + 4


def build(folder: Path, slugs: Sequence[str], report: ReportStep = lambda done, words: None) -> Files:
    """Build the site of these games into `folder`; returns its files. `report` gets how many of `steps(slugs)` are
    done, and what comes next.

    Raises MissingExtra if a tool is missing, Trouble if a step fails, Refusal if the folder holds other files."""
    older(folder)  # a folder that must not be touched is refused before a minute of work
    files = finished(parts(slugs, report))
    write(files, folder)
    return files


def parts(slugs: Sequence[str], report: ReportStep = lambda done, words: None) -> SiteParts:
    """Everything that a site is made of. `report`: see build. Raises MissingExtra, Trouble."""
    games = [rookery.load(slug) for slug in slugs]
    python, named = python_parts(report, slugs)
    report(len(games) + 1, "the page")
    files = built_page(WEB) | python
    report(len(games) + 2, "pictures and rules")
    files |= drawings(games)
    report(len(games) + 3, "icons")
    files |= icons(WEB, SITE_DESCRIPTION)
    files["licences.txt"] = licences(WEB, msgspec())
    return SiteParts(files, named)


def finished(made: SiteParts) -> Files:
    """The site, with the names of all files in its page and in its service worker."""
    files = dict(made.files)
    version = digest("\n".join(f"{path} {digest(data)}" for path, data in sorted(files.items())).encode())[:16]
    script = files.pop(SERVICE_WORKER).decode()
    files["index.html"] = with_files(files["index.html"].decode(), {**made.named, "version": version}).encode()
    files[SERVICE_WORKER] = with_list(script, version, files).encode()
    return files
