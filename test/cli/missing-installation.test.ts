import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { atEnd } from "../support/processes/at-end.ts";
import { anInstallation, lectern, temporaryDataFolder, urlOf } from "../support/worlds/installation.ts";

function aFolder(): string {
  const folder = temporaryDataFolder();
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const key = { LECTERN_ENV: "production", LECTERN_SECRET_KEY: "5e".repeat(32) };
const output = path.join(aFolder(), "output");
const commands = [
  ["backup", output],
  ["export", "site", "--output", output],
  ["move-database", "--to", "postgres://lectern@127.0.0.1:9/lectern"],
  ["secret", "save", output],
  ["secret", "rotate"],
  ["messages", "release"],
  ["database", "distribute"],
];

void test("Commands for an existing installation create none in an empty data folder", async () => {
  const runs = commands.map(async (command) => {
    const folder = aFolder();
    const env = { ...key, LECTERN_DATA: folder, LECTERN_SECRET_KEY_PREVIOUS: "a7".repeat(32) };
    const { code, stdout, stderr } = await lectern(command, { env });
    assert.deepEqual([code, stdout], [2, ""], command.join(" "));
    assert.match(stderr, /^lectern: There is no database in \S+\. Set LECTERN_DATA to .*\nSee: lectern [a-z -]+\n$/);
    assert.deepEqual(readdirSync(folder), [], command.join(" "));
  });
  await Promise.all(runs);
});

void test("The doctor reports that a folder with other files has no database, and creates none", async () => {
  const folder = aFolder();
  writeFileSync(path.join(folder, "notes.txt"), "");
  const { code, stdout } = await lectern(["doctor"], { env: { ...key, LECTERN_DATA: folder } });
  assert.equal(code, 1);
  assert.match(stdout, /^wrong +Database +There is no database in \S+\. Set LECTERN_DATA to /m);
  assert.deepEqual(readdirSync(folder), ["notes.txt"]);
});

void test("A scheduled backup of a data folder without a database creates no folder for backups", async () => {
  const [folder, backups] = [aFolder(), path.join(aFolder(), "backups")];
  const env = { ...key, LECTERN_DATA: folder, LECTERN_BACKUP_URL: `file://${backups}` };
  const { code, stderr } = await lectern(["backup"], { env });
  assert.equal(code, 2);
  assert.match(stderr, /^lectern: There is no database in /);
  assert.deepEqual([readdirSync(folder), readdirSync(path.dirname(backups))], [[], []]);
});

void test("A backup looks at its target before it opens the database", async () => {
  const folder = aFolder();
  const target = path.join(folder, "absent/school.tar");
  const { code, stderr } = await lectern(["backup", target], { env: { ...key, LECTERN_DATA: folder } });
  assert.equal(code, 2);
  assert.equal(
    stderr.split("\n")[0],
    `lectern: ${target} cannot be used (ENOENT): the file or its folder does not exist.`,
  );
  assert.deepEqual(readdirSync(folder), []);
});

void test("Commands for an existing installation create none in an empty database of a server", async () => {
  const installation = await anInstallation({ migrates: false });
  const { pool } = installation.database;
  const env = { DATABASE_URL: urlOf(installation.connection), LECTERN_SECRET_KEY_PREVIOUS: "a7".repeat(32) };
  for (const command of commands.filter(([name]) => name !== "move-database")) {
    const { code, stdout, stderr } = await installation.lectern(command, { env });
    assert.deepEqual([code, stdout], [1, ""], command.join(" "));
    assert.match(stderr, /^lectern: The database has no tables of Lectern\. Set DATABASE_URL to [^\n]+\n$/);
  }
  const { rows } = await pool.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
  assert.deepEqual(rows, []);
  await installation.close();
});
