import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { Problem } from "#domain/platform/problem.ts";
import { isClutter, requireSourcePath } from "../source-path.ts";
import { type ArchiveLimits, archiveLimits, makeFolder, tooLarge } from "./limits.ts";

/** Bytes of metadata and padding per entry: a header of 512 bytes, a record with a long name, and its header. */
const maxOverhead = 4096;

/**
 * Unpacks a tar.gz stream into a folder, with the same limits as a ZIP. Accepts only files and folders: with a link,
 * the author of the archive could choose which files are read.
 */
export async function unpackTarGz(
  archive: AsyncIterable<Uint8Array>,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
): Promise<void> {
  const seen = new Set<string>();
  let unpacked = 0;
  let entries = 0;
  for await (const { header, content } of entriesOf(gunzipped(archive, limits))) {
    const { name, size = 0, type } = header;
    if (++entries > limits.files * 3) throw tooLarge(`${limits.files} files`);
    // Folders are created with their files.
    if (type === "directory") continue;
    if (type !== "file" && type !== "contiguous-file") {
      throw broken(`${JSON.stringify(name.slice(0, 300))} is a link or a device, not a file`);
    }
    unpacked += size;
    if (unpacked > limits.bytes) throw tooLarge(`${limits.bytes / 1024 / 1024} MiB`);
    if (!isClutter(name) && !isOfMac(name)) await write(content, fileFor(name.replace(/^\.\//, "")));
  }
  if (seen.size === 0) throw broken("it is empty");

  function fileFor(entryName: string): string {
    const name = requireSourcePath(entryName);
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

interface TarEntry {
  header: { name: string; size?: number | undefined; type?: string | null | undefined };
  content: AsyncIterable<Buffer>;
}

/** Yields the entries in order, and skips content that is not read. */
async function* entriesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const parser = extract();
  const source = Readable.from(bytes);
  // The library's streams are not those of Node.js, so `pipeline` cannot connect them.
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const entry of parser) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The library types the chunks of an entry as any value.
      yield { header: entry.header, content: explained(entry as AsyncIterable<Buffer>) };
      entry.resume();
    }
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
  }
}

async function* explained(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw explain(error);
  }
}

/** Returns the problem of an error that the library throws. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem || "code" in error) return error;
  if (error.message === "Unexpected end of data") return broken("it is truncated");
  if (error.message === "Header exceeds max size") return broken("a name is too long");
  return broken("a header is damaged");
}

/** Unpacks at most what the limits allow, so that metadata without files does not keep the process busy. */
async function* gunzipped(archive: AsyncIterable<Uint8Array>, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(archive);
  source.on("error", (error) => gunzip.destroy(error));
  let bytesLeft = limits.bytes + limits.files * maxOverhead;
  try {
    for await (const piece of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytesLeft -= piece.length;
      if (bytesLeft < 0) throw tooLarge(`${limits.bytes / 1024 / 1024} MiB`);
      yield piece;
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw code.startsWith("Z_") ? broken("it cannot be unpacked") : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function write(content: AsyncIterable<Buffer>, target: string): Promise<void> {
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
    for await (const piece of content) writeSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}

const broken = (what: string) =>
  new Problem("unsupported_media", `The file is not a readable tar.gz archive: ${what}.`);
