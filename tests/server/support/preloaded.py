"""What a server has at its start: imported once, by the process that servers of tests are forked from."""

import gc

import uvicorn.lifespan.on
import uvicorn.loops.auto  # noqa: F401

import rookery
import rookery.server.http.uvicorn_server
from rookery.server.bots.opener import use

for slug in rookery.slugs():
    use(rookery.load(slug))
gc.freeze()  # else a collection would copy pages that are shared
