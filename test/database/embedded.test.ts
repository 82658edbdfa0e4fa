import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { findPostmaster } from "#database/embedded/postmaster.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { atEnd } from "./support/at-end.ts";
import { initialisedFolder, isRoot, temporaryFolder } from "./support/embedded-folders.ts";

const clusterOf = (dataFolder: string) => join(dataFolder, "postgres", "cluster");

void test("The first start creates a cluster, a later one opens it within 1.5 s with the stored data", async (t) => {
  const dataFolder = join(temporaryFolder(t), ...(isRoot ? [] : ["not", "there yet"]));
  const lines: string[] = [];
  const first = await startEmbedded({ dataFolder, role: "serve", log: (line) => lines.push(line) });
  atEnd(t, first.stop);
  assert.equal(first.owner, true);
  assert.match(lines.join("\n"), /Preparing the database in .*postgres \(first start\)/);
  await query(first.connection, "create table kept (id int)", "insert into kept values (1)");
  await first.stop();
  await first.stop();
  await first.exited;
  assert.equal(findPostmaster(clusterOf(dataFolder)), undefined);

  const later = await startEmbedded({ dataFolder, role: "serve" });
  atEnd(t, later.stop);
  assert.deepEqual(await query(later.connection, "select id from kept"), [{ id: 1 }]);
});

void test("The server is durable, in UTF-8 and UTC, on a private socket only, and its log quotes no input", async (t) => {
  const lines: string[] = [];
  const options = {
    dataFolder: await initialisedFolder(t),
    role: "serve",
    log: (line: string) => lines.push(line),
  } as const;
  const server = await startEmbedded(options);
  atEnd(t, server.stop);
  const names = [
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "listen_addresses",
    "timezone",
    "server_encoding",
    "jit",
  ];
  const values = await query(
    server.connection,
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`,
  );
  assert.deepEqual(values, [
    {
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      listen_addresses: "",
      timezone: "UTC",
      server_encoding: "UTF8",
      jit: "off",
    },
  ]);
  assert.deepEqual(await query(server.connection, "select rolsuper from pg_roles where rolname = current_user"), [
    { rolsuper: false },
  ]);
  assert.equal(statSync(server.connection.host).mode & 0o777, 0o700);
  assert.equal(statSync(join(options.dataFolder, "postgres", "password")).mode & 0o777, 0o600);
  await assert.rejects(
    query({ ...server.connection, password: "guessed" }, "select 1"),
    /password authentication failed/,
  );
  await assert.rejects(query(server.connection, "select 'hunter2'::uuid"), /hunter2/);
  await server.stop();
  assert.doesNotMatch(lines.join("\n"), /hunter2/);
});

async function query(connection: object, ...statements: string[]): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
