"""`python -m rookery`: the command, for where the folder of its program is not searched."""

from rookery.cli.main import app

if __name__ == "__main__":
    app(prog_name="rookery")
