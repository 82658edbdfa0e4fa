import type { Readable } from "node:stream";
import { RowDigest } from "#database/copy/row-digest.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { BackupHeader, BackupManifest, TableSum } from "./format.ts";
import { readBackup } from "./read-backup.ts";

/** Reads a whole backup and compares it with its checksums and counts. Throws UnusableArchive. */
export async function verifyBackup(source: Readable): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const sums = new Map<string, RowDigest>();
  const read = await readBackup(source, {
    async header({ tables }) {
      for (const { name } of tables) sums.set(name, new RowDigest());
    },
    async rows({ name }, chunk) {
      mustGet(sums, name).add(chunk);
    },
    async file(_key, _byteSize, content) {
      for await (const chunk of content) void chunk;
    },
  });
  for (const sum of read.manifest.tables) requireSameRows(sum, sums.get(sum.name));
  return read;
}

export function requireSameRows(expected: TableSum, actual: RowDigest | undefined): void {
  const { name, rows, digest } = expected;
  if (actual?.rows !== rows) {
    throw new UnusableArchive(`${name} should have ${rows} rows, and has ${actual?.rows ?? 0}.`);
  }
  if (actual.digest !== digest) throw new UnusableArchive(`The rows of ${name} differ from those of its manifest.`);
}
