// A zip opened in the browser, file by file and never beyond a limit: a few bytes can stand for terabytes.

import { Trouble } from "../api.js";

const END = 0x06054b50; // the last record of a zip, which says where its directory is
const LISTED = 0x02014b50; // an entry of the directory
const END_SIZE = 22;
const LONGEST_COMMENT = 65535;
const LONGEST_DIRECTORY = 4 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

export const isZip = (file) => /\.zip$/i.test(file.name);

const read = async (blob, from, length) => new DataView(await blob.slice(from, from + length).arrayBuffer());

const directoryOf = async (zip) => {
  const from = Math.max(0, zip.size - END_SIZE - LONGEST_COMMENT);
  const tail = await read(zip, from, zip.size - from);
  for (let at = tail.byteLength - END_SIZE; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    const length = tail.getUint32(at + 12, true);
    if (length > LONGEST_DIRECTORY) throw new Trouble("zip_too_large");
    return read(zip, tail.getUint32(at + 16, true), length);
  }
  throw new Trouble("zip_unreadable");
};

const entryAt = (directory, at) => {
  const [name, extra, comment] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true));
  const text = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, name);
  return {
    name: new TextDecoder().decode(text),
    flags: directory.getUint16(at + 8, true),
    method: directory.getUint16(at + 10, true),
    packed: directory.getUint32(at + 20, true),
    offset: directory.getUint32(at + 42, true),
    next: at + 46 + name + extra + comment,
  };
};

// What a zip lists, at most so many of it.
export const listed = async (zip, most) => {
  try {
    const directory = await directoryOf(zip);
    const entries = [];
    let at = 0;
    while (at + 46 <= directory.byteLength && entries.length < most && directory.getUint32(at, true) === LISTED) {
      const entry = entryAt(directory, at);
      if (!entry.name.endsWith("/")) entries.push(entry);
      at = entry.next;
    }
    return entries;
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble("zip_unreadable");
  }
};

const inflated = async (packed, most) => {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new Trouble("body_too_large", "", 413, { most: Math.floor(most / 1024 / 1024) });
    }
    parts.push(part.value);
  }
  return parts;
};

// One file of it; what the zip says of its size is not believed.
export const unpacked = async (zip, { name, flags, method, packed, offset }, most) => {
  const known = method === STORED || method === DEFLATED;
  if (flags & ENCRYPTED || !known) throw new Trouble("zip_unreadable");
  let content;
  try {
    const header = await read(zip, offset, 30);
    const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    const data = zip.slice(start, start + packed);
    content = method === STORED ? [data] : await inflated(data, most);
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble("zip_unreadable");
  }
  return new File(content, name.split("/").at(-1));
};
