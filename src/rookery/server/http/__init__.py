"""Plain HTTP: middleware, endpoints, the files of the page, and the server process."""
