import { once } from "node:events";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type CopyTable, copyTarget } from "./copy-table.ts";

/** Writes the rows of one table with COPY. */
export interface TableWriter {
  write(rows: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Requires a table that the current transaction has created or truncated (PostgreSQL, COPY, FREEZE). */
export function openTableWriter(client: pg.ClientBase, table: CopyTable): TableWriter {
  const stream = client.query(copyFrom(`copy ${copyTarget(table)} from stdin with (freeze)`));
  const finished = once(stream, "finish");
  finished.catch(() => {});
  return {
    async write(rows) {
      if (!stream.write(rows)) await Promise.race([once(stream, "drain"), finished]);
    },
    async end() {
      stream.end();
      await finished;
    },
  };
}
