import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { connect } from "#database/connect.ts";

/** Tables that a start of the server changes, or that name the running processes. */
const changing = new Set(["message_hold"]);

/** Compares every row and every file of two installations. Returns a summary. */
export async function compareInstallations(
  one: Record<string, string>,
  other: Record<string, string>,
): Promise<string> {
  const [left, right] = [await digestsOf(one["LECTERN_DATA"]!), await digestsOf(other["LECTERN_DATA"]!)];
  assert.deepEqual(right, left);
  const files = (await readdir(filesOf(one), { recursive: true })).filter((name) => name.includes(path.sep));
  assert.deepEqual(
    (await readdir(filesOf(other), { recursive: true })).toSorted().filter((name) => name.includes(path.sep)),
    files.toSorted(),
  );
  for (const name of files) {
    const [a, b] = await Promise.all([one, other].map((env) => readFile(path.join(filesOf(env), name))));
    assert.ok(a!.equals(b!), name);
  }
  return `${Object.keys(left).length} tables and ${files.length} files are equal`;
}

const filesOf = (env: Record<string, string>): string => path.join(env["LECTERN_DATA"]!, "files");

/** Rows and an order-independent digest per table, computed by the server. */
async function digestsOf(dataFolder: string): Promise<Record<string, string>> {
  const options = { role: "command", log: () => {}, migrates: false, statementTimeout: 600_000 } as const;
  const connection = await connect({ dataFolder, databaseUrl: undefined }, options);
  try {
    const { pool } = connection.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1",
    );
    const found: Record<string, string> = {};
    for (const { name } of tables.filter((table) => !changing.has(table.name))) {
      const { rows } = await pool.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(whole::text, 0)::numeric), 0) as sum from ${name} as whole`,
      );
      found[name] = rows[0]!.sum;
    }
    return found;
  } finally {
    await connection.close();
  }
}
