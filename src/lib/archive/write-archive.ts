import { createHash, hash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { pack } from "tar-stream";
import { checksumName, checksumsPerEntry } from "./checksums.ts";

/**
 * Writes a tar archive in one pass. After every thousand entries, an entry in the format of `sha256sum` has their
 * checksums.
 */
export interface ArchiveWriter {
  bytes: Readable;
  add(name: string, content: Buffer): Promise<void>;
  addStream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>;
  /** Writes the remaining checksums. Returns the digest of all of them. */
  addChecksums(): Promise<string>;
  /** Adds the last entry, which is not part of the checksums, and ends the archive. */
  end(name: string, content: Buffer): Promise<void>;
  /** Everything that is added from now on fails with this error. */
  destroy(error: Error): void;
}

export function writeArchive(now: Date): ArchiveWriter {
  const archive = pack();
  // The archive's own stream is not one of Node.js, whose pipelines need one.
  const bytes = archive.pipe(new PassThrough({ highWaterMark: 1024 * 1024 }));
  // Its reader gets an error, and so do callers of `add`. Without listeners, it would end the process as well.
  archive.on("error", () => {});
  bytes.on("error", () => {});
  const all = createHash("sha256");
  let lines: string[] = [];
  let checksumEntries = 0;
  let failure: Error | undefined;
  /** The library would report the end of the archive, not its cause. */
  const requireIntact = () => {
    if (failure) throw failure;
  };

  const put = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      requireIntact();
      const added = (error?: Error | null) => (error ? reject(error) : resolve());
      archive.entry({ name, mode: 0o600, mtime: now }, content, added).on("error", reject);
    });

  async function note(name: string, digest: string): Promise<void> {
    lines.push(`${digest}  ${name}\n`);
    if (lines.length >= checksumsPerEntry) await putChecksums();
  }

  async function putChecksums(): Promise<void> {
    if (lines.length === 0) return;
    const content = Buffer.from(lines.join(""));
    lines = [];
    all.update(content);
    await put(checksumName(++checksumEntries), content);
  }

  return {
    bytes,
    async add(name, content) {
      await put(name, content);
      await note(name, hash("sha256", content, "hex"));
    },
    async addStream(name, size, content) {
      requireIntact();
      const digest = createHash("sha256");
      const added = Promise.withResolvers<void>();
      added.promise.catch(() => {});
      const entry = archive.entry({ name, size, mode: 0o600, mtime: now }, (error) =>
        error ? added.reject(error) : added.resolve(),
      );
      entry.on("error", added.reject);
      for await (const chunk of content) {
        digest.update(chunk);
        if (entry.write(chunk)) continue;
        await Promise.race([new Promise<void>((resolve) => void entry.once("drain", () => resolve())), added.promise]);
      }
      entry.end(null);
      await added.promise;
      await note(name, digest.digest("hex"));
    },
    async addChecksums() {
      await putChecksums();
      return all.digest("hex");
    },
    async end(name, content) {
      await put(name, content);
      archive.finalize();
    },
    destroy(error) {
      failure ??= error;
      archive.destroy(error);
    },
  };
}
