"""The page of a site, built by Vite, with the names of all other files."""

import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rookery.core.errors import MissingExtra, Trouble
from rookery.page_engine.engine_parts import Files
from rookery.page_engine.made_files import digest
from rookery.site.icons import SITE_DESCRIPTION
from rookery.site.node_programs import npm, run

SERVICE_WORKER = "service_worker.js"
PYTHON_FOLDER = "python/"
# Scripts, pictures and all else come from the site alone, so no other host can be asked by mistake. What somebody
# writes runs in a frame with a policy of its own (web/sandbox.html).
SITE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; worker-src 'self'; base-uri 'none'; form-action 'self'"
)
FIRST_SCRIPT = re.compile(r'\s*<script type="module"')


def built_page(web: Path) -> Files:
    """The files that Vite makes. Raises MissingExtra without Node or its packages, Trouble if it fails."""
    if not (web / "node_modules" / "vite").is_dir():
        raise MissingExtra("the packages of the page are not installed; `make site` installs them and builds the site")
    with tempfile.TemporaryDirectory(prefix="rookery-site-") as folder:
        run([npm(), "run", "--silent", "build:site", "--", "--outDir", folder], web)
        root = Path(folder)
        files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    if "index.html" not in files or SERVICE_WORKER not in files:
        raise Trouble(f"Vite made no index.html or no {SERVICE_WORKER}")
    return files


def minified(programs: Files, web: Path) -> Files:
    """The same programs in fewer bytes: plain file servers do not compress. Raises MissingExtra, Trouble."""
    with tempfile.TemporaryDirectory(prefix="rookery-site-") as folder:
        places = {f"{i}.js": path for i, path in enumerate(programs)}
        for name, path in places.items():
            Path(folder, name).write_bytes(programs[path])
        run([npm("node"), str(web / "build" / "minified.mjs"), folder], web)
        return {path: Path(folder, name).read_bytes() for name, path in places.items()}


def with_files(html: str, parts: Mapping[str, object]) -> str:
    """index.html that names the files of its version. `parts`: SiteFiles of web/src/worker/worker_messages.ts."""
    text = json.dumps(parts, separators=(",", ":")).replace("<", "\\u003c")
    before = (
        f'\n    <meta http-equiv="content-security-policy" content="{SITE_POLICY}" />'
        '\n    <meta property="og:title" content="Rookery" />'  # one file has all addresses, so it tells no more
        f'\n    <meta property="og:description" content="{SITE_DESCRIPTION}" />'
        f'\n    <script type="application/json" id="site">{text}</script>'
    )
    if not FIRST_SCRIPT.search(html):
        raise Trouble("Vite made an index.html without a script")
    return FIRST_SCRIPT.sub(lambda found: before + found[0], html, count=1)


def with_list(script: str, version: str, files: Mapping[str, bytes]) -> str:
    """The service worker that keeps these files, but for Python, which few people need."""
    listed = {path: digest(data) for path, data in sorted(files.items()) if not path.startswith(PYTHON_FOLDER)}
    return f"self.SITE = {json.dumps({'version': version, 'files': listed})};\n{script}"
