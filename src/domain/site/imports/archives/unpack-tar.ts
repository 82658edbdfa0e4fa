import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Problem } from "#domain/platform/problem.ts";
import { isClutter, requireSourcePath } from "../source-path.ts";
import { type ArchiveLimits, archiveLimits, makeFolder, tooLarge } from "./limits.ts";
import { fieldsOfPax, type TarHeader, tarHeader } from "./tar-header.ts";

/** Bytes (POSIX.1-2017, pax §4). */
const block = 512;

/** Maximum bytes of a metadata record; longer than any path. */
const longestRecord = 64 * 1024;

/**
 * Unpacks a tar.gz stream into a folder, with the same limits as a ZIP. Accepts only files and folders: with a link,
 * the author of the archive could choose which files are read.
 */
export async function unpackTarGz(
  archive: AsyncIterable<Uint8Array>,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
): Promise<void> {
  const bytes = new Blocks(gunzipped(archive));
  const seen = new Set<string>();
  let unpacked = 0;
  let entries = 0;
  /** Metadata records for the next file. */
  let said: Partial<Pick<TarHeader, "name" | "size">> = {};

  for (;;) {
    const head = await bytes.take(block);
    // Two empty blocks end an archive; some writers omit them.
    if (head === undefined || head.every((byte) => byte === 0)) break;
    if (++entries > limits.files * 3) throw tooLarge(`${limits.files} files`);
    const header = tarHeader(head);
    if (!header) throw broken("a header is damaged");
    const { type } = header;
    if (type === "x" || type === "L") {
      const record = await whole(bytes, header.size);
      if (type === "x") Object.assign(said, fieldsOfPax(record));
      else said.name = record.toString().replace(/\0.*/s, "");
      continue;
    }
    const isRecord = type === "g" || type === "K";
    const { name, size } = isRecord ? header : { ...header, ...said };
    if (!isRecord) said = {};
    // Folders are created with their files.
    if (type === "5") continue;
    if (!isRecord && type !== "0") {
      throw broken(`${JSON.stringify(name.slice(0, 300))} is a link or a device, not a file`);
    }
    unpacked += size;
    if (unpacked > limits.bytes) throw tooLarge(`${limits.bytes / 1024 / 1024} MiB`);
    if (isRecord || isClutter(name) || isOfMac(name)) await skip(bytes, size);
    else await write(bytes, fileFor(name.replace(/^\.\//, "")), size);
  }
  if (seen.size === 0) throw broken("it is empty");

  function fileFor(given: string): string {
    const name = requireSourcePath(given);
    if (seen.has(name)) throw broken(`it contains ${name} twice`);
    seen.add(name);
    if (seen.size > limits.files) throw tooLarge(`${limits.files} files`);
    const target = path.join(folder, name);
    if (!makeFolder(path.dirname(target))) throw broken(`${name} is inside a path that is also a file`);
    return target;
  }
}

/** Metadata files that macOS adds next to each file. */
const isOfMac = (name: string): boolean => path.posix.basename(name).startsWith("._");

async function* gunzipped(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(archive);
  source.on("error", (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw code.startsWith("Z_") ? broken("it cannot be unpacked") : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function write(bytes: Blocks, target: string, size: number): Promise<void> {
  let descriptor: number;
  try {
    descriptor = openSync(target, "wx");
  } catch (error) {
    // A case-insensitive file system, or an existing folder with that name.
    if (error instanceof Error && "code" in error && (error.code === "EEXIST" || error.code === "EISDIR")) {
      throw broken("its paths conflict");
    }
    throw error;
  }
  try {
    for await (const piece of bytes.pieces(size)) writeSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}

async function skip(bytes: Blocks, size: number): Promise<void> {
  for await (const piece of bytes.pieces(size)) void piece;
}

async function whole(bytes: Blocks, size: number): Promise<Buffer> {
  if (size > longestRecord) throw broken("a name is too long");
  const pieces: Buffer[] = [];
  for await (const piece of bytes.pieces(size)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Reads a stream in chunks of the requested length. */
class Blocks {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncGenerator<Buffer>) {
    this.#source = source;
  }

  /** Returns undefined at the end. */
  async take(length: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    for await (const piece of this.#next(length)) pieces.push(piece);
    const all = Buffer.concat(pieces);
    if (all.length === length) return all;
    if (all.length === 0) return undefined;
    throw broken("it is truncated");
  }

  /** Yields the content of a file and skips the padding of its last block. */
  async *pieces(size: number): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const piece of this.#next(size)) {
      length += piece.length;
      yield piece;
    }
    if (length < size) throw broken("it is truncated");
    const rest = (block - (size % block)) % block;
    if (rest > 0) await this.take(rest);
  }

  async *#next(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#source.next();
        if (next.done) return;
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}

const broken = (what: string) =>
  new Problem("unsupported_media", `The file is not a readable tar.gz archive: ${what}.`);
