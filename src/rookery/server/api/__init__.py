"""The plain requests of pages: the paths, and the answers. A server sends the answers over HTTP (http/). A page that
plays without a server asks in the same way (offline/)."""
