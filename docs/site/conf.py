"""The configuration of Sphinx. build.py assembles the pages that Sphinx reads."""

import os

project = "Rookery"
author = project_copyright = "The Rookery developers"
extensions = ["myst_nb"]

# Plain Markdown: the usual tables, fences and links, and the same addresses of headings as on GitHub.
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3
highlight_language = "text"

# Notebooks are committed without output: they are run here, and again only after a change.
nb_execution_mode = os.environ["NOTEBOOKS"]  # "cache", or "off" where their own tests run them
nb_execution_cache_path = os.environ["NOTEBOOK_CACHE"]
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_merge_streams = True

html_theme = "furo"
html_title = "Rookery"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a3b12", "color-brand-content": "#8f4a17"},
    "dark_css_variables": {"color-brand-primary": "#e0a070", "color-brand-content": "#e8ac80"},
}
pygments_style, pygments_dark_style = "friendly", "monokai"
