"""Pictures of a game: the boards of the pages, drawn on the server as SVG or PNG."""
