"""What the service takes and answers, as types.

Words that may become more one day (a `status`, a `kind`) are plain strings, and fields that are not
known yet are ignored, so that a newer service does not break an older client.
"""
