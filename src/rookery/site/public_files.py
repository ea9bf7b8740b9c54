"""The files beside a server's page for browsers and other machines: icons, the manifest, robots.txt. They are kept in
web/public, from where Vite copies them.

    python -m rookery.site.public_files        writes them anew
"""

from pathlib import Path

from rookery.page_engine.engine_parts import Files
from rookery.site.icons import icons
from rookery.site.node_programs import WEB

SERVER_DESCRIPTION = "A parlour for tabletop games: play with friends and bots, no account needed."
# Chats read the addresses of tables for their previews; those say to search engines that they are not to be listed
# (server/http/previews.py).
ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /feed/\n"


def public_files(web: Path) -> Files:
    """Raises MissingExtra without the libraries for pictures."""
    files = icons(web, SERVER_DESCRIPTION) | {"robots.txt": ROBOTS.encode()}
    del files["favicon.svg"]
    return files


if __name__ == "__main__":
    for path, data in public_files(WEB).items():
        (WEB / "public" / path).parent.mkdir(exist_ok=True)
        (WEB / "public" / path).write_bytes(data)
