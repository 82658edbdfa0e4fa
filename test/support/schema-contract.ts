import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { readSchema, type Schema } from "#database/schema-catalog.ts";

const file = path.join(import.meta.dirname, "../../src/database/schema.json");

export const recordedSchema = (): Schema => JSON.parse(readFileSync(file, "utf8")) as Schema;

/** Writes the schema of a new database to `schema.json`, with which databases are compared at each start. */
export async function writeSchema(): Promise<void> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "lectern-schema-"));
  chmodSync(dataFolder, 0o755);
  // Without migrations, because the comparison fails until the file is written.
  const options = { role: "command", log: () => {}, durable: false, migrates: false } as const;
  const connection = await connect({ dataFolder, databaseUrl: undefined }, options);
  try {
    const client = await connection.database.pool.connect();
    await migrate(client);
    writeFileSync(file, serialize(await readSchema(client)));
    client.release();
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
