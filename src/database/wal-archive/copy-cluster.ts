import { type FileHandle, open, readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ArchiveLocation } from "#lib/archive/archive-location.ts";
import { streamArchive } from "#lib/archive/stream-archive.ts";
import type { ArchiveWriter } from "#lib/archive/write-archive.ts";
import type { Dirent } from "node:fs";

/** The last entry of a copy. */
export const manifestName = "manifest.json";
export const clusterPrefix = "cluster/";

/** The fastest level: a copy should not occupy a core for long. */
const level = 1;

const chunkSize = 256 * 1024;

interface Copy {
  cluster: string;
  now: Date;
  /** Ends the backup mode of the server. Returns the content of backup_label. */
  finish: () => Promise<string>;
}

/** Writes the data directory of a server in backup mode as a compressed tar archive with checksums. */
export async function copyCluster(copy: Copy, location: ArchiveLocation, stopping: AbortSignal): Promise<void> {
  await streamArchive(
    copy.now,
    (archive) => produce(copy, archive, stopping),
    (archived) => pipeline(archived, createGzip({ level }), (bytes: AsyncIterable<Buffer>) => location.write(bytes)),
  );
}

async function produce({ cluster, finish }: Copy, archive: ArchiveWriter, stopping: AbortSignal): Promise<void> {
  const folders: string[] = [];
  let files = 1;
  for await (const entry of listCluster(cluster)) {
    stopping.throwIfAborted();
    if (entry.isFolder) folders.push(entry.path);
    else if (await addFile(archive, cluster, entry.path)) files++;
  }
  await archive.add(clusterPrefix + controlFile, await readConsistently(path.join(cluster, controlFile)));
  await archive.add(`${clusterPrefix}backup_label`, Buffer.from(await finish()));
  const manifest = { folders, files, checksums: await archive.addChecksums() };
  await archive.end(manifestName, Buffer.from(JSON.stringify(manifest)));
}

/** Returns false if the file no longer exists. */
async function addFile(archive: ArchiveWriter, cluster: string, name: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(path.join(cluster, name), "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    await archive.addStream(clusterPrefix + name, size, readSize(handle, size));
    return true;
  } finally {
    await handle.close();
  }
}

/** The size of an entry is fixed. Recovery repeats what a file loses or gains meanwhile. */
async function* readSize(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size;) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - position));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    // A truncated file is filled with zeros.
    yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    position += bytesRead === 0 ? chunk.length : bytesRead;
  }
}

/** The server may write the file at the same time. */
async function readConsistently(file: string): Promise<Buffer> {
  for (let last = await readFile(file); ;) {
    const next = await readFile(file);
    if (next.equals(last)) return next;
    last = next;
  }
}

/** A path below the data directory, with slashes. */
interface ClusterEntry {
  path: string;
  isFolder: boolean;
}

/** PostgreSQL, "Making a Base Backup Using the Low Level API": contents that belong to the running server only. */
const emptied = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal/archive_status",
  "pg_wal/summaries",
]);

const omitted =
  /^(?:postmaster\.(?:pid|opts)|backup_(?:label|manifest)(?:\.old)?|tablespace_map(?:\.old)?|(?:recovery|standby)\.signal|current_logfiles|postgresql\.auto\.conf\.tmp)$|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)|\/t\d+_\d+(?:_(?:fsm|vm|init))?(?:\.\d+)?$/;

/** The state of the cluster, which must be read after everything else. */
const controlFile = "global/pg_control";

/**
 * Lists the files and folders of a running cluster that a copy needs. The WAL is archived by itself; the history of the
 * timelines is not part of it.
 */
async function* listCluster(cluster: string, folder = ""): AsyncGenerator<ClusterEntry> {
  for (const entry of await entriesOf(path.join(cluster, folder))) {
    const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (omitted.test(below) || below === controlFile) continue;
    if (folder === "pg_tblspc") throw new Error("Tablespaces cannot be archived. Move their tables to pg_default.");
    // The operator may have moved the WAL to another disk.
    if (entry.isDirectory() || below === "pg_wal") {
      yield { path: below, isFolder: true };
      if (!emptied.has(below)) yield* listCluster(cluster, below);
    } else if (entry.isFile() && (folder !== "pg_wal" || entry.name.endsWith(".history"))) {
      yield { path: below, isFolder: false };
    }
  }
}

/** Folders of dropped databases vanish. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
