import assert from "node:assert/strict";
import { test } from "node:test";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { migrations } from "#database/migrate/migration-files.ts";
import { migrate } from "#database/migrate/migrate.ts";
import { connectionTo } from "../support/databases/database-location.ts";
import { brokenStatements } from "../support/releases/released-statements.ts";
import { readRelease } from "../support/releases/release-record.ts";
import { aScratchDatabase, type ScratchDatabase } from "./support/scratch-database.ts";

const release = readRelease();

/** A connection to a database with the schema of the release. */
async function asReleased(scratch: ScratchDatabase): Promise<pg.Client> {
  const client = await scratch.open();
  for (const name of migrations().filter((each) => release.migrations[each] === undefined)) scratch.remove(name);
  await migrate(client, { folder: scratch.folder });
  const pool = new pg.Pool(connectionTo(scratch.name));
  pool.on("error", () => {}).on("connect", (connected) => connected.on("error", () => {}));
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  await pool.end();
  return client;
}

void test("The statements of the released version run on the schema of this one, with the same types", async () => {
  await using scratch = await aScratchDatabase({ released: true });
  const client = await asReleased(scratch);
  assert.ok(release.statements.length > 300, "The release has too few statements.");
  const unreleased = migrations().filter((name) => release.migrations[name] === undefined);
  assert.deepEqual(await brokenStatements(client, release, unreleased), []);

  // A column more in every table changes no result.
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  );
  const expansion = rows.map(({ name }) => `alter table ${name} add column scratch text default 'new';\n`).join("");
  scratch.add("0900-expand.sql", `-- requires ${release.version}\n${expansion}`);
  assert.deepEqual(await brokenStatements(client, release, ["0900-expand.sql"], scratch.folder), []);

  const contractions = {
    "0901-drop.sql": ["alter table lecturers drop column title;", /column (lecturers\.)?"?title"? does not exist/],
    "0902-type.sql": ["alter table courses alter column position type bigint;", /types .*integer.* become .*bigint/],
    "0903-null.sql": [
      "alter table posts add column worth integer not null;",
      /the insert leaves out posts\.worth, which is not null/,
    ],
  } as const;
  for (const [name, [text, problem]] of Object.entries(contractions)) {
    scratch.add(name, `-- requires ${release.version}\n${text}\n`);
    const [, table = ""] = text.split("alter table ")[1]!.match(/^(\w+)/)!;
    const ofTable = { ...release, statements: release.statements.filter((statement) => statement.includes(table)) };
    const broken = await brokenStatements(client, ofTable, [name], scratch.folder);
    const line = broken.find((each) => problem.test(each)) ?? "";
    assert.ok(line.startsWith(`${name} breaks release ${release.version}: `), `${name}: ${broken.join("\n")}`);
    assert.match(line, /: (insert|select|update|with) /);
  }
});
