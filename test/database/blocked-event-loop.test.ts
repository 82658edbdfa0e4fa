import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, openDatabase } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import { withinTime } from "#lib/time/within-time.ts";
import { connectionConfig } from "../support/databases/database.ts";

const connectionTimeoutMillis = 500;

/** Blocks the event loop for longer than the timeout, as loading code does on a busy machine. */
const block = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * connectionTimeoutMillis);

/** Changes nothing. */
const write = (db: Database) => db.run`update rate_limits set count = count where site_id = ${newId()}`;

for (const [what, run] of Object.entries<(db: Database) => Promise<unknown>>({
  "A read": (db) => db.many`select 1`,
  "A write": write,
  "Several writes": (db) => Promise.all(Array.from({ length: 5 }, () => write(db))),
  "A transaction": (db) => db.transaction((queries) => queries.many`select 1`),
  "A transaction that waits for a connection": (db) =>
    Promise.all([1, 2].map((value) => db.transaction((queries) => queries.many`select ${value}::int`))),
})) {
  void test(`${what} opens its connection although the event loop is blocked meanwhile`, async (t) => {
    const db = openDatabase({ ...connectionConfig, connectionTimeoutMillis }, { transactions: 1 });
    t.after(() => db.close());
    const running = run(db);
    running.catch(() => {});
    // The connection is being opened.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    block();
    await running;
  });
}

void test("A readiness check succeeds although the event loop is blocked meanwhile", async (t) => {
  const db = openDatabase({ ...connectionConfig, connectionTimeoutMillis });
  t.after(() => db.close());
  const checking = withinTime(connectionTimeoutMillis, db.checks["database_reads"]!());
  checking.catch(() => {});
  await nextTurn();
  block();
  await checking;
});

void test("A server that accepts connections and never responds is unreachable, and a busy pool is busy", async (t) => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const address = silent.address();
  assert.ok(address && typeof address === "object");
  const db = openDatabase({ ...connectionConfig, host: "127.0.0.1", port: address.port, connectionTimeoutMillis });
  t.after(() => db.close());
  await assert.rejects(write(db), { reason: "unreachable", timedOut: true });
  await assert.rejects(
    db.transaction((queries) => queries.many`select 1`),
    { reason: "unreachable", timedOut: true },
  );

  const full = openDatabase({ ...connectionConfig, connectionTimeoutMillis }, { transactions: 1 });
  t.after(() => full.close());
  await full.transaction(async () => {
    await assert.rejects(
      full.transaction((queries) => queries.many`select 1`),
      { reason: "busy" },
    );
  });
  assert.deepEqual(await full.transaction((queries) => queries.many`select 1 as one`), [{ one: 1 }]);
});
