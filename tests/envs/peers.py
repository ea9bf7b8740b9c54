"""The peers' own tests, which nobody here wrote."""

import warnings

with warnings.catch_warnings():
    # to test themselves they import games of PettingZoo in a way that PettingZoo has deprecated
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test

__all__ = ["api_test", "parallel_api_test", "performance_benchmark", "render_test", "seed_test"]
