import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { Problem } from "#domain/platform/problem.ts";
import { isClutter, requireSourcePath } from "../source-path.ts";
import { type ArchiveLimits, archiveLimits, makeFolder, tooLarge } from "./limits.ts";

/**
 * Unpacks a ZIP into a folder as it comes, so that it never is in memory as a whole. It is counted as it is unpacked:
 * an archive says of itself what it likes.
 */
export async function unpackZip(
  archive: AsyncIterable<Uint8Array>,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
): Promise<void> {
  const seen = new Set<string>();
  const open = new Set<string>();
  let bytes = 0;
  let entries = 0;
  let end = Buffer.alloc(0);
  let failure: unknown;

  const unzip = new Unzip((file) => {
    entries++;
    try {
      receive(file);
    } catch (error) {
      failure ??= error;
    }
  });
  unzip.register(UnzipInflate);

  function receive(file: UnzipFile): void {
    if (failure !== undefined || file.name.endsWith("/") || isClutter(file.name)) return;
    const name = requireSourcePath(file.name);
    if (seen.has(name)) throw broken(`${name} is in it twice`);
    seen.add(name);
    if (seen.size > limits.files) throw tooLarge(`${limits.files} files`);
    const target = path.join(folder, name);
    if (!makeFolder(path.dirname(target))) throw broken(`${name} is inside a path that is also a file`);
    const descriptor = openSync(target, "wx");
    open.add(name);
    file.ondata = (error, chunk, isLast) => {
      try {
        if (failure !== undefined) return;
        if (error) throw broken(`${name} cannot be unpacked`);
        bytes += chunk.length;
        if (bytes > limits.bytes) throw tooLarge(`${limits.bytes / 1024 / 1024} MiB`);
        writeSync(descriptor, chunk);
      } catch (reason) {
        failure ??= reason;
      } finally {
        if ((isLast || failure !== undefined) && open.delete(name)) closeSync(descriptor);
      }
    };
    file.start();
  }

  for await (const chunk of archive) {
    end = Buffer.concat([end, chunk]).subarray(-longestEnd);
    // Little by little: what is unpacked of a piece is in memory as a whole.
    for (let at = 0; at < chunk.length && failure === undefined; at += piece) {
      push(chunk.subarray(at, at + piece), false);
    }
    if (failure !== undefined) break;
  }
  push(new Uint8Array(0), true);
  if (failure !== undefined) throw asProblem(failure);
  if (open.size > 0) throw broken(`${[...open][0]} is cut short`);
  if (entriesListedBy(end) !== entries % 65_536) throw broken("its end is missing");
  if (seen.size === 0) throw broken("there is nothing in it");

  function push(chunk: Uint8Array, isLast: boolean): void {
    try {
      unzip.push(chunk, isLast);
    } catch (error) {
      failure ??= error;
    }
  }
}

/** APPNOTE.TXT §4.3.16: the record at the end, with the longest comment that can follow it. */
const longestEnd = 22 + 65_535;

/** How many entries an archive says that it has. Where the stream was cut between two of them, it says nothing. */
function entriesListedBy(end: Buffer): number | undefined {
  const at = end.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  return at >= 0 && at + 22 <= end.length ? end.readUInt16LE(at + 10) : undefined;
}

/** Bytes, of which DEFLATE makes a thousand times as many at the very most. */
const piece = 16 * 1024;

const broken = (what: string) => new Problem("unsupported_media", `This is no ZIP archive that can be read: ${what}.`);

const asProblem = (failure: unknown): unknown => {
  if (failure instanceof Problem) return failure;
  // What the package throws has a number of its own; what the disk says is a string, and nobody's fault.
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  return typeof code === "number" || code === "EEXIST" || code === "ENOTDIR" ? broken("its parts do not fit") : failure;
};
