"""Plain HTTP: middleware, endpoints, files of the page; and the server process."""
