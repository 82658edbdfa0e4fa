import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { Unzip, type UnzipFile, type UnzipDecoder, type UnzipDecoderConstructor } from "fflate";
import { Problem } from "#domain/platform/problem.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { isClutter, requireSourcePath } from "../source-path.ts";
import { type ArchiveLimits, archiveLimits, makeFolder, tooLarge } from "./limits.ts";
import { createInflateRaw, type InflateRaw } from "node:zlib";

/**
 * Unpacks a ZIP stream into a folder without loading it into memory. Counts the unpacked bytes itself, because the
 * sizes in an archive can lie.
 */
export async function unpackZip(
  archive: AsyncIterable<Uint8Array>,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
): Promise<void> {
  const seen = new Set<string>();
  const open = new Map<string, number>();
  using resources = new DisposableStack();
  resources.defer(() => open.forEach((descriptor) => closeSync(descriptor)));
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
  const inflating = resources.use(openInflatingEntries());
  unzip.register(inflating.Decoder);

  function receive(file: UnzipFile): void {
    if (failure !== undefined || file.name.endsWith("/") || isClutter(file.name)) return;
    const name = requireSourcePath(file.name);
    if (seen.has(name)) throw broken(`it contains ${name} twice`);
    seen.add(name);
    if (seen.size > limits.files) throw tooLarge(`${limits.files} files`);
    const target = path.join(folder, name);
    if (!makeFolder(path.dirname(target))) throw broken(`${name} is inside a path that is also a file`);
    const descriptor = openSync(target, "wx");
    open.set(name, descriptor);
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
    end = Buffer.concat([end, chunk]).subarray(-maxEndLength);
    for (let at = 0; at < chunk.length && failure === undefined; at += piece) {
      push(chunk.subarray(at, at + piece), false);
      await inflating.settled();
      await pause();
    }
    if (failure !== undefined) break;
  }
  push(new Uint8Array(0), true);
  await inflating.settled();
  if (failure !== undefined) throw asProblem(failure);
  if (open.size > 0) throw broken(`${[...open.keys()][0]} is truncated`);
  if (entriesListedBy(end) !== entries % 65_536) throw broken("its end is missing");
  if (seen.size === 0) throw broken("it is empty");

  function push(chunk: Uint8Array, isLast: boolean): void {
    try {
      unzip.push(chunk, isLast);
    } catch (error) {
      failure ??= error;
    }
  }
}

/** Maximum bytes of the end-of-central-directory record with its comment (APPNOTE.TXT §4.3.16). */
const maxEndLength = 22 + 65_535;

/** Reads the number of entries from the end record. Detects a stream that was cut between two entries. */
function entriesListedBy(end: Buffer): number | undefined {
  const at = end.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  return at >= 0 && at + 22 <= end.length ? end.readUInt16LE(at + 10) : undefined;
}

/** Bytes. Small pieces, because the files that begin in one are created synchronously, and all are open together. */
const piece = 1024;

const broken = (what: string) => new Problem("unsupported_media", `The file is not a readable ZIP archive: ${what}.`);

const asProblem = (failure: unknown): unknown => {
  if (failure instanceof Problem) return failure;
  // The package throws numeric codes for invalid archives. Codes of the file system are strings and not the caller's
  // fault.
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  return typeof code === "number" || code === "EEXIST" || code === "ENOTDIR" ? broken("its paths conflict") : failure;
};

/** The entries of an archive that are being inflated: in the thread pool, because it takes long. */
interface InflatingEntries extends Disposable {
  Decoder: UnzipDecoderConstructor;
  /** Waits until everything that was pushed is inflated and delivered. */
  settled(): Promise<void>;
}

function openInflatingEntries(): InflatingEntries {
  const streams = new Set<InflateRaw>();
  let pushed: Promise<void>[] = [];

  class Decoder implements UnzipDecoder {
    static readonly compression = 8;
    declare ondata: UnzipDecoder["ondata"];
    readonly #stream = createInflateRaw();
    readonly #closed = Promise.withResolvers<void>();

    constructor() {
      streams.add(this.#stream);
      this.#stream
        .on("data", (chunk: Buffer<ArrayBuffer>) => this.ondata(null, chunk, false))
        .on("end", () => this.ondata(null, new Uint8Array(0), true))
        .on("error", (error) => this.ondata({ ...error, code: invalidData }, new Uint8Array(0), true))
        .on("close", () => {
          streams.delete(this.#stream);
          this.#closed.resolve();
        });
    }

    push(chunk: Uint8Array, isLast: boolean): void {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (isLast) this.#stream.end(chunk);
      else this.#stream.write(chunk, () => resolve());
      pushed.push(Promise.race([promise, this.#closed.promise]));
    }
  }

  return {
    Decoder,
    async settled() {
      while (pushed.length > 0) await Promise.all(pushed.splice(0));
    },
    [Symbol.dispose]() {
      for (const stream of streams) stream.destroy();
      pushed = [];
    },
  };
}

/** The code of fflate for data that is not DEFLATE. */
const invalidData = 3;
