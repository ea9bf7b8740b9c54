"""The parlour: tables for people and bots, in a browser. `rookery.server.serve.serve` runs it."""
