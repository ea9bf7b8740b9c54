"""`python -m rookery.server --port 8000 --database FILE`: the server without the `rookery` command around it."""

import argparse
import sys

from rookery.core.errors import Refusal, Trouble


def main() -> None:
    # imported here because bot workers import this file too and need none of it
    from rookery.server.config import read
    from rookery.server.http.uvicorn_server import serve

    parser = argparse.ArgumentParser(prog="python -m rookery.server", description="Serve the games to browsers.")
    parser.add_argument("--host", help="address to listen on [127.0.0.1]")
    parser.add_argument("--port", type=int, help="0 chooses a free port [8000]")
    parser.add_argument("--database", help="where tables are stored: a file, or postgresql://...")
    config = read(**vars(parser.parse_args()))

    def ready(link: str) -> None:
        sys.stdout.write(f"Rookery is open at {link}\n")

    serve(config.host, config.port, config.database, ready=ready, ends_process=True)


if __name__ == "__main__":
    try:
        main()
    except (Refusal, Trouble) as error:
        sys.exit(f"rookery: {error}")
