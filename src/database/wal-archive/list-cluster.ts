import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

/** A path below the data directory, with slashes. */
export interface ClusterEntry {
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
export const controlFile = "global/pg_control";

/**
 * Lists the files and folders of a running cluster that a copy needs. The WAL is archived by itself; the history of the
 * timelines is not part of it.
 */
export async function* listCluster(cluster: string, folder = ""): AsyncGenerator<ClusterEntry> {
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
