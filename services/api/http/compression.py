"""Which answers are compressed, by Litestar and by the fast lane alike."""

from io import BytesIO

from litestar.config.compression import CompressionConfig
from litestar.middleware.compression.gzip_facade import GzipCompression

COMPRESSION = CompressionConfig(
    backend="gzip",
    minimum_size=1024,
    gzip_compress_level=5,
    # A stream must not wait for its buffer; replays are compressed once and kept so; PNGs are.
    exclude=[r"/stream$", r"/replay$", r"/picture\.png$"],
)


def is_zipped(body: bytes, accepted: str) -> bool:
    """`accepted` is what `Accept-Encoding` says."""
    return len(body) >= COMPRESSION.minimum_size and "gzip" in accepted


def zipped(body: bytes) -> bytes:
    """As Litestar's middleware does it."""
    buffer = BytesIO()
    compressing = GzipCompression(buffer, "gzip", COMPRESSION)
    compressing.write(body)
    compressing.close()
    return buffer.getvalue()
