import { unknownMigrations } from "#database/copy/load.ts";
import { closeSnapshot, openSnapshot, type Snapshot } from "#database/copy/snapshot.ts";
import { type CopyClient, openCopyClient } from "#database/copy/open-copy-client.ts";
import { readSequences } from "#database/copy/sequences.ts";
import type { DatabaseConnection } from "#database/connection/connect.ts";
import { Problem } from "#domain/platform/problem.ts";
import { streamArchive } from "#lib/archive/stream-archive.ts";
import type { ArchiveWriter } from "#lib/archive/write-archive.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";
import { only } from "#lib/collections/only.ts";
import { lockFiles, unlockFiles } from "#domain/platform/locks/backup-lock.ts";
import {
  type BackupHeader,
  type BackupManifest,
  encodeDocument,
  fileName,
  headerName,
  manifestName,
  newHeader,
  type TableSum,
  chunkName,
} from "./format.ts";
import { readFiles } from "./read-files.ts";
import { backupTables, withoutClaims } from "./tables.ts";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { copyQuery, copyOut } from "#database/copy/copy-out.ts";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { CopyTable } from "#database/copy/copy-table.ts";
import { RowDigest } from "#database/copy/row-digest.ts";

export interface BackupSource {
  connection: DatabaseConnection["connection"];
  store: ObjectStore;
  /** Version of this release. */
  version: string;
  now: Date;
}

/** Receives the bytes of an archive. */
export interface BackupTarget {
  write(bytes: AsyncIterable<Buffer>): Promise<void>;
}

export type OnProgress = (stage: "database" | "files", part: number) => void;

/** Keys of missing files that the manifest lists. */
const maxExamples = 10;

/**
 * Writes a consistent archive of the database and its files while the installation is in use, in bounded memory. Files
 * that are written later are not part of the snapshot, and none is removed before the archive is complete.
 */
export async function writeBackup(
  source: BackupSource,
  target: BackupTarget,
  onProgress: OnProgress,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const client = await openCopyClient(source.connection, "lectern backup");
  try {
    await lockFiles(client);
    return await streamArchive(
      source.now,
      (archive) => produce(client, source, archive, onProgress),
      (bytes) => target.write(bytes),
    );
  } finally {
    await client.end();
  }
}

async function produce(
  client: CopyClient,
  source: BackupSource,
  archive: ArchiveWriter,
  onProgress: OnProgress,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const snapshot = await openSnapshot(client, backupTables);
  const unknown = unknownMigrations(snapshot.migrations);
  if (unknown.length > 0) {
    // This version does not know the new tables, and their rows would be missing.
    const by = `The database was migrated by a newer version of Lectern (${unknown.join(", ")})`;
    throw new Problem("invalid_state", `${by}. Make backups with that version.`);
  }
  const header = await describe(snapshot, source);
  await archive.add(headerName, encodeDocument(header));
  await using files = await listFiles(client);
  const tables = await writeDatabase(snapshot, header, archive, (part) => onProgress("database", part));
  const sequences = await readSequences(client, header.tables);
  // Vacuum of the running installation waits for this transaction, so it does not last as long as the files.
  await closeSnapshot(snapshot);
  const written = await writeFiles(source.store, files, archive, (part) => onProgress("files", part));
  await unlockFiles(client);
  const manifest = { tables, sequences, ...written, checksums: await archive.addChecksums() };
  await archive.end(manifestName, encodeDocument(manifest));
  return { header, manifest };
}

async function describe(snapshot: Snapshot, { version, now }: BackupSource): Promise<BackupHeader> {
  const { rows } = await snapshot.client.query<{ fingerprint: string }>(
    "select encode(fingerprint, 'hex') as fingerprint from secret_key_fingerprint",
  );
  return newHeader({
    lectern: version,
    postgres: snapshot.serverVersion,
    createdAt: now.toISOString(),
    migrations: [...snapshot.migrations],
    secretKeyFingerprint: rows[0]?.fingerprint ?? null,
    tables: withoutClaims(snapshot.tables).map(({ name, columns }) => ({ name, columns: [...columns] })),
  });
}

async function writeDatabase(
  { client }: Snapshot,
  { tables }: BackupHeader,
  archive: ArchiveWriter,
  onProgress: (part: number) => void,
): Promise<TableSum[]> {
  const { rows } = await client.query<{ size: number }>(
    "select coalesce(sum(pg_table_size(to_regclass(name))), 0)::float8 as size from unnest($1::text[]) as name",
    [tables.map(({ name }) => name)],
  );
  const expected = only(rows).size;
  const sums: TableSum[] = [];
  let bytes = 0;
  onProgress(0);
  for (const table of tables) {
    sums.push(
      // Text may be longer than the stored rows.
      await writeTable({ client }, table, archive, (more) => onProgress(Math.min((bytes += more) / expected, 0.99))),
    );
  }
  onProgress(1);
  return sums;
}

async function writeFiles(
  store: ObjectStore,
  files: ListOfFiles,
  archive: ArchiveWriter,
  onProgress: (part: number) => void,
): Promise<Pick<BackupManifest, "files" | "missingFiles">> {
  const done = { files: { count: 0, bytes: 0 }, missingFiles: { count: 0, examples: [] as string[] } };
  onProgress(0);
  for await (const { key, content } of readFiles(store, files.keys())) {
    if (!content) {
      if (++done.missingFiles.count <= maxExamples) done.missingFiles.examples.push(key);
    } else {
      if (Buffer.isBuffer(content.bytes)) await archive.add(fileName(key), content.bytes);
      else await archive.addStream(fileName(key), content.byteSize, content.bytes);
      done.files.count++;
      done.files.bytes += content.byteSize;
    }
    onProgress((done.files.count + done.missingFiles.count) / files.count);
  }
  onProgress(1);
  return done;
}

/** The keys of all files that the database owns, in a temporary file, because there may be millions. */
interface ListOfFiles extends AsyncDisposable {
  count: number;
  keys(): AsyncIterable<string>;
}

/** Objects with a release time are not owned: they belong to requests in progress or wait for removal. */
const ownedKeys = `
  select site_id || '/' || id from stored_objects where released_at is null order by site_id, id`;

async function listFiles(client: CopyClient): Promise<ListOfFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), "lectern-backup-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, "files");
    let count = 0;
    await pipeline(
      copyQuery(client, ownedKeys),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          for (const byte of chunk) if (byte === 0x0a) count++;
          yield chunk;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    return {
      count,
      keys: () => createInterface({ input: createReadStream(file), crlfDelay: Infinity }),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const compress = promisify(gzip);

/** The fastest level: a backup should not occupy a core for long. */
const level = 1;

/** Writes the rows of a table in compressed chunks. The next chunk is read while one is compressed. */
async function writeTable(
  { client }: Pick<Snapshot, "client">,
  table: CopyTable,
  archive: ArchiveWriter,
  onBytes: (bytes: number) => void,
): Promise<TableSum> {
  const sum = new RowDigest();
  let written = Promise.resolve();
  let number = 0;
  for await (const chunk of copyOut(client, table)) {
    const name = chunkName(table.name, ++number);
    const compressed = compress(chunk, { level });
    compressed.catch(() => {});
    sum.add(chunk);
    await written;
    written = compressed.then((content) => archive.add(name, content));
    written.catch(() => {});
    onBytes(chunk.length);
  }
  await written;
  return { name: table.name, rows: sum.rows, bytes: sum.bytes, digest: sum.digest };
}
