import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "#database/connection/connect.ts";
import { applyMigration } from "#database/migrate/migrate.ts";
import { migrations } from "#database/migrate/migration-files.ts";
import { readSchema, type Schema } from "#database/migrate/schema-catalog.ts";
import { schemaFile } from "#database/migrate/create-schema.ts";
import { schemaSql } from "./schema-sql.ts";

const file = path.join(import.meta.dirname, "../../../src/database/schema.json");

export const recordedSchema = (): Schema => JSON.parse(readFileSync(file, "utf8")) as Schema;

/**
 * Runs all migrations on a new database and writes its schema: to `schema.json`, with which databases are compared at
 * each start, and to `schema.sql`, from which new databases are created.
 */
export async function writeSchema(): Promise<void> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-schema-"));
  chmodSync(dataFolder, 0o755);
  // Without migrations, because the comparison fails until the file is written.
  const options = { role: "command", log: () => {}, durable: false, migrates: false } as const;
  const connection = await connect({ dataFolder, databaseUrl: undefined }, options);
  try {
    const client = await connection.database.pool.connect();
    try {
      for (const name of migrations()) await applyMigration(client, name);
      writeFileSync(file, serialize(await readSchema(client)));
      writeFileSync(schemaFile, await schemaSql(client));
    } finally {
      client.release();
    }
  } finally {
    await connection.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** One line per table and kind. */
function serialize(schema: Schema): string {
  const tables = Object.entries(schema).map(([name, parts]) => {
    const lines = Object.entries(parts).map(([kind, names]) => `  "${kind}": ${JSON.stringify(names)}`);
    return ` "${name}": {\n${lines.join(",\n")}\n }`;
  });
  return `{\n${tables.join(",\n")}\n}\n`;
}
