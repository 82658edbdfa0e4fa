import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { connect } from "#database/connection/connect.ts";
import { anEmptyInstallation, type EmptyInstallation, rowsOfInstallation } from "../support/worlds/backups.ts";
import { lectern, temporaryDataFolder } from "../support/worlds/installation.ts";

async function rowsAt(folder: string): Promise<Record<string, string[]>> {
  const options = { role: "command", log: () => {}, migrates: false, durable: false } as const;
  const connection = await connect({ databaseUrl: undefined, dataFolder: folder }, options);
  try {
    return await rowsOfInstallation(connection.database);
  } finally {
    await connection.close();
  }
}

void describe("`lectern move-database`", () => {
  const dataFolder = temporaryDataFolder();
  after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const env = {
    LECTERN_ENV: "test",
    LECTERN_SECRET_KEY: "5e".repeat(32),
    LECTERN_DATA: path.join(dataFolder, "first"),
  };
  const atNewFolder = { ...env, LECTERN_DATA: path.join(dataFolder, "second") };
  let external: EmptyInstallation;
  let rows: Record<string, string[]>;
  before(async () => {
    external = await anEmptyInstallation();
    for (const args of [
      ["site", "create", "http://one.localhost", "--name", "One"],
      ["member", "add", "ana@one.localhost", "--roles", "owner", "--name", "Ana"],
      ["keys", "rotate"],
    ]) {
      const { code, stderr } = await lectern(args, { env });
      assert.equal(code, 0, stderr);
    }
    rows = await rowsAt(env.LECTERN_DATA);
  });

  const move = (to: string, settings: Record<string, string> = env) =>
    lectern(["move-database", "--to", to, "--json"], { env: settings });

  void test("refuses a database in use", async () => {
    await external.use(async (database) => {
      await database.pool.query("select 1");
      const { code, stderr } = await move(external.databaseUrl);
      assert.equal(code, 1);
      assert.match(stderr, /A Lectern process uses the new database/);
    });
  });

  void test("copies every row to an external server, and holds the messages of the source", async () => {
    const { code, stdout, stderr } = await move(external.databaseUrl);
    assert.equal(code, 0, stderr);
    assert.ok((JSON.parse(stdout) as { rows: number }).rows > 0);
    assert.deepEqual(await external.use(rowsOfInstallation), rows);
    assert.match((await lectern(["doctor"], { env })).stdout, /this database was moved to another server/);
    const listed = await lectern(["member", "list"], { env: { ...env, DATABASE_URL: external.databaseUrl } });
    assert.match(listed.stdout, /ana@one\.localhost/);
  });

  void test("refuses a database with data, and moves back into a new data folder", async () => {
    const settings = { ...atNewFolder, DATABASE_URL: external.databaseUrl };
    const { code, stderr } = await move("embedded", { ...settings, LECTERN_DATA: env.LECTERN_DATA });
    assert.equal(code, 1);
    assert.match(stderr, /The new database is not empty/);
    const back = await move("embedded", settings);
    assert.equal(back.code, 0, back.stderr);
    assert.deepEqual(await rowsAt(atNewFolder.LECTERN_DATA), rows);
  });
});
