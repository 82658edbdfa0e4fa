import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readBackup } from "#domain/transfer/backup/read-backup.ts";

/** The restore itself writes it: emails wait until the operator releases them. */
const changed = "message_hold";

/**
 * Compares an archive with one of the installation that was restored from it: the digests of all rows in their manifests,
 * and every byte of every file. The source has changed since its backup, so it cannot be compared. Returns a summary.
 */
export async function compareArchives(archive: string, ofCopy: string): Promise<string> {
  const [expected, found] = [await contentsOf(archive), await contentsOf(ofCopy)];
  assert.deepEqual(found.tables, expected.tables);
  assert.deepEqual(found.files, expected.files);
  const rows = [...expected.tables.values()].reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${expected.tables.size} tables and ${expected.files.size} files are equal`;
}

async function contentsOf(archive: string) {
  const files = new Map<string, string>();
  const { manifest } = await readBackup(createReadStream(archive), {
    header: async () => {},
    rows: async () => {},
    async file(key, _byteSize, content) {
      const digest = createHash("sha256");
      for await (const chunk of content) digest.update(chunk);
      files.set(key, digest.digest("hex"));
    },
  });
  const tables = new Map(manifest.tables.filter(({ name }) => name !== changed).map((table) => [table.name, table]));
  return { tables, files };
}
