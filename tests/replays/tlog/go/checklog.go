// Checklog checks a transparency log of Schichtbuch with Go's own packages.
//
// It recomputes every hash of the tree from the entries, compares it with every tile, and then
// checks signatures, proofs of single entries, and that the log extends an older checkpoint.
//
//	checklog [flags] LOG
//
// LOG is a folder, or the address of a log, like https://games.example/tlog.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	mostBytes  = 1 << 24
)

var (
	logKey     = flag.String("key", "", "verifier key of the log (needed)")
	witnesses  = flag.String("witnesses", "", "verifier keys of witnesses, with commas between them")
	oldFile    = flag.String("old", "", "a checkpoint that was kept: the log must extend it")
	proofFile  = flag.String("proof", "", "a c2sp.org/tlog-proof@v1 of -entry")
	entryFile  = flag.String("entry", "", "the leaf that -proof is of")
	checkpoint = flag.String("checkpoint", "", "the checkpoint; by default that of the log")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if err := run(flag.Arg(0)); err != nil {
		log.Fatal("DOES NOT HOLD: ", err)
	}
}

func run(where string) error {
	keys, err := newKeys(*logKey, *witnesses)
	if err != nil {
		return err
	}
	if *proofFile != "" {
		if err := checkProof(keys); err != nil {
			return err
		}
	}
	if where == "" {
		return nil
	}
	text, err := readCheckpoint(where)
	if err != nil {
		return err
	}
	head, err := keys.open(text)
	if err != nil {
		return err
	}
	hashes, err := recompute(where, head)
	if err != nil {
		return err
	}
	if *oldFile != "" {
		return checkExtends(keys, head, hashes)
	}
	return nil
}

func readCheckpoint(where string) ([]byte, error) {
	if *checkpoint != "" {
		return os.ReadFile(*checkpoint)
	}
	return fetch(where, "checkpoint")
}

// The keys that are known: of the log, and of witnesses, which sign in their own way.

type knownKeys struct {
	origin    string
	verifiers note.Verifiers
	witness   map[string]bool
}

func newKeys(key, witnesses string) (*knownKeys, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return nil, fmt.Errorf("-key: %w", err)
	}
	list := []note.Verifier{verifier}
	known := &knownKeys{origin: verifier.Name(), witness: map[string]bool{}}
	for _, text := range strings.Split(witnesses, ",") {
		if text == "" {
			continue
		}
		witness, err := newCosigner(text)
		if err != nil {
			return nil, fmt.Errorf("-witnesses: %w", err)
		}
		list = append(list, witness)
		known.witness[fmt.Sprintf("%s+%08x", witness.name, witness.hash)] = true
	}
	known.verifiers = note.VerifierList(list...)
	return known, nil
}

// open checks a checkpoint's signatures: the log's must be there, those of witnesses are counted.
func (known *knownKeys) open(text []byte) (tlog.Tree, error) {
	opened, err := note.Open(text, known.verifiers)
	if err != nil {
		return tlog.Tree{}, err
	}
	byLog, seen := false, map[string]bool{}
	for _, signature := range opened.Sigs {
		id := fmt.Sprintf("%s+%08x", signature.Name, signature.Hash)
		if known.witness[id] {
			seen[id] = true
		} else {
			byLog = true
		}
	}
	lines := strings.Split(opened.Text, "\n")
	if !byLog || len(lines) < 4 || lines[0] != known.origin {
		return tlog.Tree{}, errors.New("the checkpoint is not by the log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 {
		return tlog.Tree{}, errors.New("the checkpoint has no size")
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return tlog.Tree{}, err
	}
	fmt.Printf("checkpoint: %s, %d leaves, signed, %d witnesses\n", lines[0], size, len(seen))
	return tlog.Tree{N: size, Hash: root}, nil
}

// A cosigner checks what C2SP tlog-cosignature says: a time, and a signature over it and the text.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func newCosigner(text string) (*cosigner, error) {
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("a key is name+hash+base64")
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 33 || key[0] != 4 {
		return nil, errors.New("this is not the key of a witness")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	hash := binary.BigEndian.Uint32(sum[:4])
	if fmt.Sprintf("%08x", hash) != parts[1] {
		return nil, errors.New("the key does not fit its hash")
	}
	return &cosigner{parts[0], hash, ed25519.PublicKey(key[1:])}, nil
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }
func (c *cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(sig)
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, msg)
	return ed25519.Verify(c.key, []byte(signed), sig[8:])
}

// stored are all hashes of a tree, in the order in which Go's package numbers them.
type stored []tlog.Hash

func (s stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index >= int64(len(s)) {
			return nil, errors.New("a hash is missing")
		}
		found[i] = s[index]
	}
	return found, nil
}

// recompute makes the tree of the entries alone, and holds it against root and tiles.
func recompute(where string, head tlog.Tree) (stored, error) {
	var hashes stored
	for n := int64(0); n < head.N; n += 1 << tileHeight {
		entries, err := readBundle(where, n>>tileHeight, min64(head.N-n, 1<<tileHeight))
		if err != nil {
			return nil, err
		}
		for i, entry := range entries {
			further, err := tlog.StoredHashes(n+int64(i), entry, hashes)
			if err != nil {
				return nil, err
			}
			hashes = append(hashes, further...)
		}
	}
	root := tlog.Hash(sha256.Sum256(nil))
	if head.N > 0 {
		var err error
		if root, err = tlog.TreeHash(head.N, hashes); err != nil {
			return nil, err
		}
	}
	if root != head.Hash {
		return nil, errors.New("the entries do not lead to the root")
	}
	tiles := tilesOf(head.N)
	for _, tile := range tiles {
		if err := compareTile(where, tile, hashes); err != nil {
			return nil, err
		}
	}
	fmt.Printf("tree: %d entries and %d tiles lead to the root\n", head.N, len(tiles))
	return hashes, nil
}

// tilesOf lists the full tiles of a tree and the last, partial one of each level.
func tilesOf(size int64) []tlog.Tile {
	var tiles []tlog.Tile
	for level := 0; size > 0; level, size = level+1, size>>tileHeight {
		for n := int64(0); n<<tileHeight < size; n++ {
			width := int(min64(size-n<<tileHeight, 1<<tileHeight))
			tiles = append(tiles, tlog.Tile{H: tileHeight, L: level, N: n, W: width})
		}
	}
	return tiles
}

func compareTile(where string, tile tlog.Tile, hashes stored) error {
	expected, err := tlog.ReadTileData(tile, hashes)
	if err != nil {
		return err
	}
	served, err := fetchTile(where, tile, func(full []byte) []byte { return full[:len(expected)] })
	if err != nil {
		return err
	}
	if !bytes.Equal(served, expected) {
		return fmt.Errorf("%s is not what the entries lead to", convertedPath(tile))
	}
	return nil
}

func readBundle(where string, n, width int64) ([][]byte, error) {
	tile := tlog.Tile{H: tileHeight, L: -1, N: n, W: int(width)}
	data, err := fetchTile(where, tile, func(full []byte) []byte { return full })
	if err != nil {
		return nil, err
	}
	var entries [][]byte
	for len(data) >= 2 && int64(len(entries)) < width {
		end := 2 + int(binary.BigEndian.Uint16(data))
		if end > len(data) {
			break
		}
		entries = append(entries, data[2:end])
		data = data[end:]
	}
	if int64(len(entries)) != width {
		return nil, fmt.Errorf("%s does not hold %d entries", convertedPath(tile), width)
	}
	return entries, nil
}

// convertedPath turns tile/8/0/x001/234.p/5 into tile/0/x001/234.p/5, and data into entries.
func convertedPath(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight))
	return "tile/" + strings.Replace(path, "data/", "entries/", 1)
}

// fetchTile reads a partial tile, or the beginning of the full one that took its place.
func fetchTile(where string, tile tlog.Tile, cut func([]byte) []byte) ([]byte, error) {
	data, err := fetch(where, convertedPath(tile))
	if err == nil || tile.W == 1<<tileHeight {
		return data, err
	}
	tile.W = 1 << tileHeight
	full, fullErr := fetch(where, convertedPath(tile))
	if fullErr != nil {
		return nil, err
	}
	return cut(full), nil
}

func fetch(where, path string) ([]byte, error) {
	if !strings.HasPrefix(where, "http://") && !strings.HasPrefix(where, "https://") {
		return os.ReadFile(filepath.Join(where, filepath.FromSlash(path)))
	}
	answer, err := http.Get(strings.TrimSuffix(where, "/") + "/" + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, mostBytes))
}

func checkExtends(keys *knownKeys, head tlog.Tree, hashes stored) error {
	text, err := os.ReadFile(*oldFile)
	if err != nil {
		return err
	}
	old, err := keys.open(text)
	if err != nil {
		return fmt.Errorf("-old: %w", err)
	}
	if old.N > head.N {
		return errors.New("the log has shrunk")
	}
	if old.N > 0 {
		proof, err := tlog.ProveTree(head.N, old.N, hashes)
		if err != nil {
			return err
		}
		if err := tlog.CheckTree(proof, head.N, head.Hash, old.N, old.Hash); err != nil {
			return fmt.Errorf("the log does not extend the old checkpoint: %w", err)
		}
	}
	fmt.Printf("extends: %d leaves begin with those %d\n", head.N, old.N)
	return nil
}

// checkProof checks a proof of one entry; it needs nothing of the log but its key.
func checkProof(keys *knownKeys) error {
	text, err := os.ReadFile(*proofFile)
	if err != nil {
		return err
	}
	entry, err := os.ReadFile(*entryFile)
	if err != nil {
		return err
	}
	parts := strings.SplitN(string(text), "\n\n", 2)
	lines := strings.Split(parts[0], "\n")
	if len(parts) != 2 || !utf8.Valid(text) || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("this is not a c2sp.org/tlog-proof@v1")
	}
	lines = lines[1:]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "extra ") {
		lines = lines[1:]
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "index ") {
		return errors.New("the proof has no index")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "index "), 10, 64)
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[1:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		proof = append(proof, hash)
	}
	head, err := keys.open([]byte(parts[1]))
	if err != nil {
		return err
	}
	if index < 0 || index >= head.N {
		return errors.New("the proof's index is not in the tree")
	}
	err = tlog.CheckRecord(proof, head.N, head.Hash, index, tlog.RecordHash(entry))
	if err != nil {
		return err
	}
	fmt.Printf("included: entry %d of %d\n", index, head.N)
	return nil
}

func min64(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}
