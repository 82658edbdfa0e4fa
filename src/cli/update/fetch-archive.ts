import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import { errorOf } from "#lib/error-of.ts";
import { CommandError, UsageError } from "../terminal/errors.ts";

/** A release has 110 MB. */
const maxBytes = 1024 ** 3;
const maxSumsBytes = 64 * 1024;
const maxRedirects = 5;
const downloadTimeoutMs = 3_600_000;

/** Copies an archive into a file, and compares it with its checksum. Throws UnusableArchive, UsageError, CommandError. */
export async function fetchArchive(named: string, into: string, sha256: string | undefined): Promise<void> {
  const source = sourceOf(named);
  const expected = sha256 === undefined ? await findChecksum(source) : parseChecksum(sha256);
  const hash = createHash("sha256");
  const measured = limited(maxBytes, (chunk) => hash.update(chunk));
  const opened = await open(source);
  try {
    await pipeline(opened, measured, createWriteStream(into, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    // Errors of a download have no code of the file system.
    if (error instanceof TypeError) throw unreachable(source, error);
    throw error;
  }
  const actual = hash.digest("hex");
  if (actual === expected) return;
  throw new UnusableArchive(`Its SHA-256 is ${actual}, and the expected one ${expected}. Fetch it again.`);
}

/** A file, or the address of one. */
type Source = { file: string } | { url: URL };

function sourceOf(named: string): Source {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(named)) return { file: path.resolve(named) };
  if (!URL.canParse(named)) throw new UsageError(`${named} is not a URL.`);
  const url = new URL(named);
  if (url.protocol === "file:") return { file: fileURLToPath(url) };
  requireSecure(url);
  return { url };
}

/** Refuses plain http, over which an archive could be changed together with its checksum. */
function requireSecure(url: URL): void {
  const isLocal = url.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !isLocal) throw new UsageError(`${url.href} does not use https.`);
}

const nameOf = (source: Source): string =>
  "file" in source ? path.basename(source.file) : decodeURIComponent(path.posix.basename(source.url.pathname));

async function findChecksum(source: Source): Promise<string> {
  const sums: Source =
    "file" in source
      ? { file: path.join(path.dirname(source.file), "SHA256SUMS") }
      : { url: new URL("SHA256SUMS", source.url) };
  const name = nameOf(source);
  const lines = (await readSums(sums)).split("\n");
  // As sha256sum(1) writes them: 64 digits, a space, a space or `*`, the name.
  const line = lines.find((one) => one.slice(66).trimEnd() === name);
  if (line !== undefined) return parseChecksum(line.slice(0, 64));
  throw new UsageError(`${locationOf(sums)} does not have the checksum of ${name}. ${nameChecksum}`);
}

const nameChecksum = "Name the checksum with --sha256.";

async function readSums(sums: Source): Promise<string> {
  try {
    return await pipeline(await open(sums), limited(maxSumsBytes), async (bytes) => text(bytes));
  } catch (cause) {
    if (cause instanceof CommandError || cause instanceof UsageError) throw cause;
    throw new UsageError(`${locationOf(sums)} cannot be read. ${nameChecksum}`, { cause });
  }
}

const locationOf = (source: Source): string => ("file" in source ? source.file : source.url.href);

function parseChecksum(digits: string): string {
  if (/^[\da-f]{64}$/i.test(digits)) return digits.toLowerCase();
  throw new UsageError("Expected a SHA-256 of 64 hexadecimal digits.");
}

const open = async (source: Source): Promise<Readable> =>
  "file" in source ? createReadStream(source.file) : download(source.url);

async function download(address: URL): Promise<Readable> {
  const signal = AbortSignal.timeout(downloadTimeoutMs);
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await request(url, signal);
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, url.href)) {
      await response.body?.cancel();
      url = new URL(location, url);
      requireSecure(url);
      continue;
    }
    if (response.status !== 200 || response.body === null)
      throw new CommandError("download_failed", `${url.href} responds with status ${response.status}, not 200.`);
    return Readable.fromWeb(response.body);
  }
  throw new CommandError("download_failed", `${address.href} redirects more than ${maxRedirects} times.`);
}

async function request(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: "manual", signal, headers: { "accept-encoding": "identity" } });
  } catch (error) {
    throw unreachable({ url }, errorOf(error));
  }
}

function unreachable(source: Source, error: Error): CommandError {
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return new CommandError("download_failed", `${locationOf(source)} cannot be fetched: ${reason}.`, { cause: error });
}

function limited(limit: number, see: (chunk: Buffer) => void = () => {}): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(new UnusableArchive(`It is larger than ${limit} bytes.`));
      see(chunk);
      return done(null, chunk);
    },
  });
}
