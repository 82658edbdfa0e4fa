import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { migrations } from "#database/migrate/migration-files.ts";
import { anInstallation, lectern, temporaryDataFolder, type TestInstallation } from "../support/worlds/installation.ts";

interface Checks {
  ok: boolean;
  checks: { name: string; status: string; detail: string }[];
}

void describe("Migrations and the doctor", () => {
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation({ migrates: false });
  });
  after(() => installation.close());

  const examine = async (env: Record<string, string> = {}) => {
    const { code, stdout } = await installation.lectern(["doctor", "--json"], { env });
    return { code, ...(JSON.parse(stdout) as Checks) };
  };

  void test("Pending migrations are listed and change nothing until they are applied", async () => {
    for (let round = 0; round < 2; round++) {
      const { code, stdout } = await installation.lectern(["migrate", "--check", "--json"]);
      assert.equal(code, 1);
      assert.deepEqual((JSON.parse(stdout) as { migrations: string[] }).migrations, migrations());
    }
    const { code, checks } = await examine();
    assert.equal(code, 1);
    assert.match(checks.find(({ status }) => status === "wrong")!.detail, /^\d+ pending: 0001-.* lectern migrate$/);

    const applied = await installation.lectern(["migrate"]);
    assert.equal(applied.code, 0);
    assert.equal(
      applied.stdout,
      `Applied:\n${migrations()
        .map((name) => `  ${name}\n`)
        .join("")}`,
    );
  });

  void test("A current database is not changed", async () => {
    const checked = await installation.lectern(["migrate", "--check"]);
    assert.equal(checked.code, 0);
    assert.match(checked.stdout, /^The database \(PostgreSQL \d+(\.\d+)?\) is up to date\.\n$/);
  });

  void test("A database of a newer version is not changed, and the required version is named", async () => {
    await installation.database.run`insert into schema_migrations (name, applied_at) values ('9999-later.sql', now())`;
    try {
      for (const args of [["migrate"], ["migrate", "--check"], ["site", "list"]]) {
        const { code, stderr } = await installation.lectern(args);
        assert.equal(code, 1);
        assert.match(
          stderr,
          /^lectern: The database was migrated by a newer version of Lectern \(9999-later\.sql\)\. .*\n$/,
        );
      }
      const refused = await examine();
      assert.match(refused.checks.find(({ name }) => name === "Database")!.detail, /newer version/);

      await installation.database.run`update schema_migrations set requires = '0.1.0' where name = '9999-later.sql'`;
      const { checks } = await examine();
      assert.deepEqual(
        checks.find(({ name }) => name === "Migrations"),
        {
          name: "Migrations",
          status: "note",
          detail: "1 of a newer version: 9999-later.sql. Upgrade this installation to it.",
        },
      );
      assert.equal((await installation.lectern(["site", "list"])).code, 0);
      const backup = await installation.lectern(["backup", `${installation.dataFolder}/newer.tar`]);
      assert.match(backup.stderr, /newer version of Lectern \(9999-later\.sql\)\. Make backups with that version\./);
    } finally {
      await installation.database.run`delete from schema_migrations where name = '9999-later.sql'`;
    }
  });

  void test("The doctor reports a healthy installation", async () => {
    const { code, ok, checks } = await examine({ LECTERN_PORT: "18642" });
    assert.deepEqual([code, ok], [0, true]);
    const names = [
      "Version",
      "Node",
      "Settings",
      "Data folder",
      "Secrets",
      "Port",
      "Mail",
      "Database",
      "Clock",
      "Migrations",
      "Secret key",
      "Files",
      "Sites",
    ];
    assert.deepEqual(
      checks.map(({ name }) => name),
      names,
    );
    assert.ok(checks.every(({ status }) => status !== "wrong"));
  });

  void test("The doctor reports every invalid setting", async () => {
    const { code, checks } = await examine({ LECTERN_PORT: "x", LECTERN_ENV: "prod" });
    assert.equal(code, 1);
    const wrong = checks.filter(({ status }) => status === "wrong").map(({ detail }) => detail.split(":")[0]);
    assert.deepEqual(wrong, ["LECTERN_ENV", "LECTERN_PORT"]);
  });

  void test("The doctor reports a port in use, a foreign host and an unresponsive database", async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, "localhost");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    try {
      const taken = await examine({ LECTERN_PORT: String(port), DATABASE_URL: "postgres://127.0.0.1:9/none" });
      const details = taken.checks
        .filter(({ status }) => status === "wrong")
        .map(({ name, detail }) => `${name}: ${detail}`);
      assert.equal(details.length, 2);
      assert.match(details[0]!, /^Port: \d+ is used by another program/);
      assert.match(details[1]!, /^Database: No PostgreSQL responds/);
    } finally {
      other.close();
    }
    const elsewhere = await examine({ LECTERN_HOST: "192.0.2.1" });
    assert.match(elsewhere.checks.find(({ name }) => name === "Port")!.detail, /not an address of this machine/);
  });

  void test("The doctor does not create the data folder", async () => {
    const parent = temporaryDataFolder();
    try {
      const env = { LECTERN_ENV: "test", LECTERN_DATA: `${parent}/new` };
      const { code, stdout } = await lectern(["doctor"], { env });
      assert.equal(code, 0);
      assert.match(stdout, /^note +Database +created at the first start$/m);
      const again = await lectern(["doctor"], { env });
      assert.equal(again.stdout.match(/is new/g)?.length, 1);
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });
});

void test("A command on a new data folder creates the database, and leaves no process and no demo", async () => {
  const dataFolder = temporaryDataFolder();
  try {
    const env = { LECTERN_ENV: "development", LECTERN_DATA: dataFolder };
    const first = await lectern(["site", "create", "http://one.localhost", "--name", "One", "--json"], { env });
    assert.deepEqual([first.code, first.stderr], [0, ""]);
    const again = await lectern(["site", "list", "--json"], { env });
    assert.equal((JSON.parse(again.stdout) as { data: object[] }).data.length, 1);
    const left = readdirSync(dataFolder, { recursive: true }).map(String);
    assert.deepEqual(
      left.filter((file) => /demo\.json|postmaster\.pid/.test(file)),
      [],
    );
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
