// What anybody with Python and OpenSSL can run: it checks every line of a file, and trusts only a key from outside it.

export const SCRIPT = `import base64, hashlib, json, subprocess, sys, tempfile

def must(be_so, why):
    if not be_so:
        raise ValueError(why)

def check(data, trusted):
    header, *lines, footer = data.removesuffix(b"\\n").split(b"\\n")
    header, version, last, sealed = json.loads(header), 0, "0" * 64, []
    for number, line in enumerate(lines, 2):
        said, digest = json.loads(line), hashlib.sha256(line).hexdigest()
        if "seal" in said:
            must(digest in sealed, f"line {number}: entry {version} promised another seal")
            sealed.remove(digest)
            continue
        must(said["v"] == version + 1, f"line {number}: entry {version + 1} is missing")
        must(said["prev"] == last, f"line {number}: what stands before it was changed")
        version, last, sealed = said["v"], digest, [seal["sha256"] for seal in said["seals"]]
        if version == 1:
            named = said["action"]["game_id"], said["action"]["game"]
            must(named == (header["game"], header["rules"]), "line 1: it names another game")
    footer = json.loads(footer)
    must("checkpoint" in footer, "its signed end is missing: the file is cut off")
    text, _, signatures = footer["checkpoint"].partition("\\n\\n")
    signed = f"schichtbuch/{header['game']}\\n{version}\\n{last}"
    must(version > 0 and text == signed, "the checkpoint was signed for another log")
    name, key_id, key = trusted.split("+", 2)
    key = base64.b64decode(key, validate=True)
    found = hashlib.sha256(name.encode() + b"\\n" + key).digest()[:4]
    must(found.hex() == key_id and key[:1] == b"\\1" and len(key) == 33, "this is not a key")
    for line in signatures.splitlines():
        _, signer, signature = line.split(" ")
        signature = base64.b64decode(signature)
        if signer == name and signature[:4] == found and is_signed(key[1:], text, signature[4:]):
            return version
    raise ValueError("the key that you trust did not sign this")

def is_signed(key, text, signature):
    with tempfile.TemporaryDirectory() as folder:
        der = bytes.fromhex("302a300506032b6570032100") + key
        for name, content in ("key", der), ("text", text.encode() + b"\\n"), ("signed", signature):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(content)
        verify = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signed"
        return subprocess.run(verify.split(), cwd=folder, stdout=subprocess.DEVNULL).returncode == 0

try:
    entries = check(open(sys.argv[1], "rb").read(), sys.argv[2])
except OSError as error:
    sys.exit(f"CANNOT TELL: {error}")
except Exception as error:
    sys.exit(f"BROKEN: {error!r}")
print(f"holds: all {entries} entries, their seals, and the signature by the key that you trust")`;
