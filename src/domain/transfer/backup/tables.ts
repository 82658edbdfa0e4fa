import type { CopyTable } from "#database/copy/copy-table.ts";
import { personalTables } from "#domain/privacy/tables.ts";

/** Belongs to the job queue of this release. */
const queueMigrations = "graphile_worker.migrations";

/** Every table of an installation. */
export const backupTables: readonly string[] = personalTables
  .map(({ table }) => table)
  .filter((table) => table !== queueMigrations);

/** Which process has claimed a job. A restored copy has none of these processes. */
const claims = new Set(["locked_at", "locked_by"]);

/** Leaves out columns that describe running processes only. */
export const withoutClaims = (tables: readonly CopyTable[]): CopyTable[] =>
  tables.map(({ name, columns }) => ({
    name,
    columns: isOfQueue(name) ? columns.filter((column) => !claims.has(column)) : columns,
  }));

/** The job queue creates and migrates its own tables. */
const isOfQueue = (table: string): boolean => table.startsWith("graphile_worker.");
