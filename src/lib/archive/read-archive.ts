import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { isChecksumName } from "./checksums.ts";
import { UnusableArchive } from "./unusable-archive.ts";

export interface ArchiveEntry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
  /** Reads the whole content into memory. */
  read(maxBytes: number): Promise<Buffer>;
}

/** The state of the verification. */
export interface ArchiveCheck {
  /** Number of entries whose checksum is not verified yet. */
  pending: number;
  /** Digest of all checksums. */
  checksums(): string;
}

const maxChecksumBytes = 16 * 1024 * 1024;

/**
 * Reads the entries of an archive by `writeArchive` in one pass. Verifies their checksums as it passes them, which is
 * after their content was read. Throws UnusableArchive.
 */
export async function* readArchive(
  source: Readable,
): AsyncGenerator<{ entry: ArchiveEntry; check: ArchiveCheck }, void, void> {
  const archive = extract();
  // Node.js's pipeline does not know the streams of this library.
  source.on("error", (error) => archive.destroy(error));
  source.pipe(archive);
  const all = createHash("sha256");
  let lines: string[] = [];
  try {
    for await (const entry of archive) {
      const { name, size, type } = entry.header;
      if (type !== "file") throw new UnusableArchive(`It contains ${name}, which is not a file.`);
      const digest = createHash("sha256");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The library types the chunks of an entry as any value.
      const opened = openEntry(name, size, entry as AsyncIterable<Buffer>, digest);
      if (isChecksumName(name)) {
        const content = await opened.read(maxChecksumBytes);
        requireSame(content.toString(), lines);
        all.update(content);
        lines = [];
        continue;
      }
      yield { entry: opened, check: { pending: lines.length, checksums: () => all.copy().digest("hex") } };
      for await (const rest of opened.content) void rest;
      lines.push(`${digest.digest("hex")}  ${name}`);
    }
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
  }
}

function openEntry(
  name: string,
  size: number,
  entry: AsyncIterable<Buffer>,
  digest: { update(chunk: Buffer): unknown },
): ArchiveEntry {
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry) {
        digest.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw explain(error);
    }
  }
  const opened = content();
  return {
    name,
    size,
    content: opened,
    async read(maxBytes) {
      if (size > maxBytes) throw new UnusableArchive(`Its entry ${name} is larger than expected.`);
      return buffer(opened);
    },
  };
}

function requireSame(content: string, lines: readonly string[]): void {
  const stated = content.split("\n").slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const expected = stated[index];
    if (expected === line) continue;
    if (expected === undefined) throw new UnusableArchive(`${nameIn(line)} has no checksum.`);
    if (nameIn(expected) !== nameIn(line)) throw new UnusableArchive(`${nameIn(expected)} is missing.`);
    throw new UnusableArchive(`The checksum of ${nameIn(line)} does not match.`);
  }
  const missing = stated[lines.length];
  if (missing !== undefined) throw new UnusableArchive(`${nameIn(missing)} is missing.`);
}

/** A line of `sha256sum`: 64 digits, two spaces, the name. */
const nameIn = (line: string): string => line.slice(66);

function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === "Unexpected end of data") return new UnusableArchive("It is incomplete: its end is missing.");
  if (error.message.startsWith("Invalid tar header"))
    return new UnusableArchive("It is not a tar archive, or damaged.");
  return error;
}
