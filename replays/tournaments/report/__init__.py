"""`report.html` of a bundle: a whole event on one page, in every language."""
