import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrationFolder } from "#database/migrate/migration-files.ts";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { connectionTo } from "../../support/databases/database-location.ts";
import { dropDatabase } from "../../support/databases/drop-database.ts";

/** An empty database of its own, and a folder of migrations that a test adds to. */
export interface ScratchDatabase extends AsyncDisposable {
  name: string;
  folder: string;
  /** Opens a connection, which is closed with the database. */
  open(): Promise<pg.Client>;
  add(name: string, text: string): void;
  remove(name: string): void;
}

export async function aScratchDatabase({ released = false } = {}): Promise<ScratchDatabase> {
  const name = `scratch_${newId().replaceAll("-", "")}`;
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-migrations-"));
  if (released) cpSync(migrationFolder, folder, { recursive: true });
  await database.pool.query(`create database ${name}`);
  const clients: pg.Client[] = [];
  return {
    name,
    folder,
    async open() {
      const client = new pg.Client(connectionTo(name));
      clients.push(client);
      await client.connect();
      return client;
    },
    add: (file, text) => writeFileSync(path.join(folder, file), text),
    remove: (file) => rmSync(path.join(folder, file)),
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.end()));
      await dropDatabase(database.pool, name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
