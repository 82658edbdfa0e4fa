import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { connect, type DatabaseConnection } from "#database/connection/connect.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";

void describe("A database that is configured by its URL", () => {
  const dataFolder = temporaryDataFolder();
  let server: DatabaseConnection;
  before(async () => {
    server = await open(undefined);
  });
  after(async () => {
    await server.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const open = (databaseUrl: string | undefined) =>
    connect({ dataFolder, databaseUrl }, { role: "command", log: () => {}, durable: false });

  /** The URL of the embedded server as an external one, with these parts changed. */
  function urlWith(change: { user?: string; password?: string; database?: string }): string {
    const { host, port, user, password, database } = { ...server.embedded!.connection, ...change };
    return `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  }

  void test("is used, and nothing is started in the data folder", async () => {
    const connection = await open(urlWith({}));
    const { embedded, serverVersion, migrations, clockAhead, database } = connection;
    try {
      assert.equal(embedded, undefined);
      assert.equal(serverVersion, server.serverVersion);
      assert.deepEqual(migrations, []);
      assert.ok(Math.abs(clockAhead) < 5);
      assert.deepEqual(await database.first`select count(*) from sites`, { count: 0 });
    } finally {
      await connection.close();
    }
  });

  void test("Connection errors are explained with the address and never with the password", async () => {
    const { host } = server.embedded!.connection;
    const troubles = [
      [
        urlWith({ password: "hunter2" }),
        `PostgreSQL at ${host}/lectern rejects the user or the password of DATABASE_URL.`,
      ],
      [urlWith({ user: "hunter2" }), `PostgreSQL at ${host}/lectern rejects the user or the password of DATABASE_URL.`],
      [urlWith({ database: "none" }), `The database ${host}/none does not exist. Create it first.`],
      ["postgres://ana:hunter2@127.0.0.1:9/x", "No PostgreSQL responds at 127.0.0.1:9/x (DATABASE_URL)."],
      ["postgres://ana:hunter2@nowhere.invalid/x", "The host of DATABASE_URL "],
    ] as const;
    for (const [url, message] of troubles) {
      await assert.rejects(open(url), (error: Error) => {
        assert.equal(error.name, "UnusableDatabaseError");
        assert.ok(error.message.startsWith(message), error.message);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      });
    }
  });
});
