import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { setImmediate as immediate, setTimeout as delay } from "node:timers/promises";
import { type Database, openDatabase } from "#database/database.ts";
import { DatabaseOutage } from "#database/connection/outage.ts";
import { watchServer } from "#database/connection/watch-silence.ts";
import { connectionConfig } from "../support/databases/database.ts";
import { aProxyTo, type TcpProxy } from "../support/doubles/tcp-proxy.ts";

/** Milliseconds of a statement. The short limit is long enough for a response of a busy machine. */
const limits = { short: 1500, long: 3_600_000 };

const isUnreachable = (error: unknown) => error instanceof DatabaseOutage && error.reason === "unreachable";

/** Blocks the event loop, without work for the core. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

void describe("Connections whose packets vanish", () => {
  let proxy: TcpProxy;
  let connection: Awaited<ReturnType<typeof aProxyTo>>["connection"];
  const opened: Database[] = [];
  before(async () => ({ proxy, connection } = await aProxyTo(connectionConfig)));
  afterEach(async () => {
    proxy.endSilence();
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  after(() => proxy.close());

  /** Pools of one process, of which only `direct` reaches the server past the proxy. */
  function openPools() {
    const watch = watchServer();
    const pools = {
      requests: openDatabase({ ...connection, watch, statement_timeout: limits.short }),
      jobs: openDatabase({ ...connection, watch, statement_timeout: limits.long }),
      direct: openDatabase({ ...connectionConfig, watch, statement_timeout: limits.long }),
    };
    opened.push(...Object.values(pools));
    return pools;
  }

  /** Silences the open connections. New ones are forwarded, as after a firewall dropped its entries. */
  function loseConnections(): void {
    proxy.silence();
    proxy.endSilence();
  }

  void test("are closed in all pools as soon as one finds the silence, however long its statements may take", async () => {
    const { requests, jobs } = openPools();
    for (const pool of [requests, jobs]) await pool.one`select 1`;
    loseConnections();
    const job = jobs.one`select 1`;
    job.catch(() => {});
    await assert.rejects(requests.one`select 1`, isUnreachable);
    await requests.one`select 1`;
    await assert.rejects(job, isUnreachable);
    await jobs.one`select 1`;
  });

  void test("are closed in a transaction that was between two statements, too", async () => {
    const { requests, jobs } = openPools();
    await requests.one`select 1`;
    const transaction = jobs.transaction(async (db) => {
      await db.one`select 1`;
      loseConnections();
      await assert.rejects(requests.one`select 1`, isUnreachable);
      await db.one`select 1`;
    });
    await assert.rejects(transaction, isUnreachable);
    await jobs.transaction((db) => db.one`select 1`);
  });

  void test("do not shorten the statements of a connection that has responded since", async () => {
    const { requests, direct } = openPools();
    await requests.one`select 1`;
    await direct.transaction(async (db) => {
      await db.one`select 1`;
      loseConnections();
      await assert.rejects(requests.one`select 1`, isUnreachable);
      await db.one`select 1`;
      await db.one`select pg_sleep(2.5)`;
    });
  });

  void test("are closed in time while the event loop is busy", async () => {
    const { requests } = openPools();
    await requests.one`select 1`;
    loseConnections();
    let blocked = 0;
    const busy = setInterval(() => {
      block(400);
      blocked++;
    }, 1);
    await assert.rejects(requests.one`select 1`, isUnreachable);
    clearInterval(busy);
    assert.ok(blocked < 12, `The connection was closed after ${blocked * 400} ms.`);
  });

  void test("differ from those whose response waits until the event loop has time", async () => {
    // Past the proxy: it shares the event loop, and would need a second turn of it to forward the response.
    const requests = openDatabase({ ...connectionConfig, watch: watchServer(), statement_timeout: limits.short });
    opened.push(requests);
    await requests.one`select 1`;
    const answer = requests.one`select pg_sleep(0.3)`;
    // The statement is seen before the event loop is blocked for longer than it may take.
    await delay(200);
    // The look comes next after an immediate: before the response that arrived meanwhile is read.
    await immediate();
    block(2 * limits.short);
    await answer;
  });
});
