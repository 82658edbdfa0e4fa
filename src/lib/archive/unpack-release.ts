import {
  chmodSync,
  closeSync,
  createReadStream,
  fchmodSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { UnusableArchive } from "./unusable-archive.ts";

export interface UnpackLimits {
  /** Sum of all files. */
  bytes: number;
  /** Files and links. */
  entries: number;
}

/** A release has 300 MB in 10,000 files. */
export const releaseLimits: UnpackLimits = { bytes: 2 * 1024 ** 3, entries: 100_000 };

/** Bytes of headers and padding per entry. */
const maxOverhead = 4096;

/**
 * Unpacks a release into a new folder without the folder that is at the top of the archive. Accepts files, and links to
 * a name of their own folder, as libraries have. Nothing is written through a link, because all of them are created last.
 * Throws UnusableArchive.
 */
export async function unpackRelease(file: string, into: string, limits = releaseLimits): Promise<void> {
  const links = new Map<string, string>();
  let left = limits.bytes;
  let entries = 0;
  let top: string | undefined;
  makeFolder(into);
  for await (const { header, content } of entriesOf(file, limits)) {
    const { name, type, size, mode, linkname } = header;
    if (++entries > limits.entries) throw new UnusableArchive(`It has more than ${limits.entries} entries.`);
    const [first, ...inner] = segmentsOf(name);
    if (first !== (top ??= first)) throw new UnusableArchive(`It has two folders at the top: ${top} and ${first}.`);
    // Folders are created with their files.
    if (type === "directory") continue;
    if (inner.length === 0) throw new UnusableArchive(`${described(name)} is not in a folder.`);
    const target = path.join(into, ...inner);
    if (type === "symlink") links.set(target, requireNeighbor(name, linkname));
    else if (type === "file") {
      left -= size;
      if (left < 0) throw new UnusableArchive(`It has more than ${limits.bytes / 1024 / 1024} MiB.`);
      await write(content, target, (mode & 0o100) === 0 ? 0o644 : 0o755);
    } else throw new UnusableArchive(`${described(name)} is neither a file nor a link.`);
  }
  for (const [link, target] of links) unambiguous(() => symlinkSync(target, inFolder(link)));
}

const maxDepth = 40;
const maxLength = 255;

/** The parts of a path. Throws if it could lead out of its folder, or means something else on another system. */
function segmentsOf(name: string): string[] {
  const segments = name.replace(/\/$/, "").split("/");
  if (segments.length <= maxDepth && segments.every(isPlain)) return segments;
  throw new UnusableArchive(`${described(name)} is not a path below a folder.`);
}

const isPlain = (segment: string): boolean =>
  segment !== "" &&
  segment !== "." &&
  segment !== ".." &&
  segment.length <= maxLength &&
  /^[^\p{Cc}\\]+$/u.test(segment);

function requireNeighbor(name: string, target: string | null | undefined): string {
  if (typeof target === "string" && !target.includes("/") && isPlain(target)) return target;
  throw new UnusableArchive(`${described(name)} is a link to another folder.`);
}

const described = (name: string): string => JSON.stringify(name.slice(0, 200));

async function write(content: AsyncIterable<Buffer>, target: string, mode: number): Promise<void> {
  // Fails for an existing file and for a link.
  const descriptor = unambiguous(() => openSync(inFolder(target), "wx"));
  try {
    for await (const chunk of content) writeSync(descriptor, chunk);
    // Whatever the umask of this process is: the server may run as another user.
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}

function inFolder(file: string): string {
  makeFolder(path.dirname(file));
  return file;
}

/** Creates a folder that other users can read, whatever the umask of this process is. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) chmodSync(made, 0o755);
}

/** Two entries with one path, or a file where another one has a folder. */
function unambiguous<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "EEXIST" && code !== "ENOTDIR" && code !== "EISDIR") throw cause;
    throw new UnusableArchive("Two of its entries have the same path.", { cause });
  }
}

async function* entriesOf(
  file: string,
  limits: UnpackLimits,
): AsyncGenerator<{ header: Header; content: AsyncIterable<Buffer> }> {
  const parser = extract();
  const source = createReadStream(file);
  const gunzip = createGunzip();
  // The library's streams are not those of Node.js, so `pipeline` cannot connect them.
  for (const stream of [source, gunzip]) stream.on("error", (error: Error) => parser.destroy(error));
  let left = limits.bytes + limits.entries * maxOverhead;
  gunzip.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) parser.destroy(new UnusableArchive(`It has more than ${limits.bytes / 1024 / 1024} MiB.`));
  });
  source.pipe(gunzip).pipe(parser);
  try {
    for await (const entry of parser) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The library types the chunks of an entry as any value.
      yield { header: entry.header, content: entry as AsyncIterable<Buffer> };
      entry.resume();
    }
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Errors of the file system stay. Those of the libraries have a code of zlib, or none. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnusableArchive) return error;
  if ("code" in error && !String(error.code).startsWith("Z_")) return error;
  return new UnusableArchive("It is not a complete tar.gz file.", { cause: error });
}
