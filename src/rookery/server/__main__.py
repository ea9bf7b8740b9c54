"""`python -m rookery.server --port 8000 --database FILE`: the server without the `rookery` command around it."""

import argparse
import sys

from rookery.core.errors import Refusal, Trouble


def main() -> None:
    # imported here because bot workers import this file too and need none of it
    from rookery.server.config import read
    from rookery.server.http.uvicorn_server import serve

    usual = read()
    parser = argparse.ArgumentParser(prog="python -m rookery.server", description="Serve the games to browsers.")
    parser.add_argument("--host", default=usual.host, help="address to listen on [%(default)s]")
    parser.add_argument("--port", type=int, default=usual.port, help="0 chooses a free port [%(default)s]")
    parser.add_argument(
        "--database", default=usual.database, help="where tables are stored: a file, or postgresql://..."
    )
    asked = parser.parse_args()
    serve(asked.host, asked.port, asked.database, ready=lambda link: sys.stdout.write(f"Rookery is open at {link}\n"))


if __name__ == "__main__":
    try:
        main()
    except (Refusal, Trouble) as error:
        sys.exit(f"rookery: {error}")
