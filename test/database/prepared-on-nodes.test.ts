import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type pg from "pg";
import { type Database, openDatabase } from "#database/database.ts";
import { createRunners, reader, writer } from "#database/cluster/node-runner.ts";
import { markTables } from "#database/cluster/run-on-node.ts";
import { newId } from "#domain/platform/ids.ts";
import { database as metrics } from "#telemetry/metrics/catalog.ts";
import { countStatements } from "../support/meters/count-statements.ts";
import { connectionTo } from "../support/databases/database-location.ts";
import {
  departures,
  expected,
  findings,
  insertions,
  joinedAt,
  memberIds,
  siteId,
  tables,
} from "./support/notes-of-members.ts";
import { aScratchDatabase, type ScratchDatabase } from "./support/scratch-database.ts";

/** What the function uses of Citus, for one server: each table is its own shard. */
const citus = `
  create function get_shard_id_for_distribution_column(name regclass, value anyelement) returns bigint
    language sql as 'select 1::bigint';
  create function shard_name(name regclass, id bigint) returns text language sql as 'select name::text';
  create function create_distributed_function(name text, argument text, colocate_with text) returns void
    language sql as '';
  create function lock_shard_metadata(mode int, ids bigint[]) returns void language sql as '';
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
  create table pg_dist_placement (shardid bigint, groupid int);
  create table pg_dist_local_group (groupid int);
  insert into pg_dist_placement values (1, 7);
  insert into pg_dist_local_group values (7)`;

let scratch: ScratchDatabase;
let client: pg.Client;
let database: Database;

const find = (id: string, by = 2) => database.together(findings, { siteId, id, by });
const leave = (id: string, recordId: string | null = newId()) =>
  database.together(departures, { siteId, id, recordId, at: joinedAt });

/** Inserts members of the site and returns their IDs. */
async function newMembers(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await client.query("insert into members select $1, unnest($2::uuid[]), null, '{x}'", [siteId, ids]);
  return ids;
}

/** Returns how often each member has left. */
async function departuresOf(ids: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*)::int from departures where departures.member_id = asked.id) as count
       from unnest($1::uuid[]) with ordinality as asked (id, position) order by position`,
    [ids],
  );
  return rows.map(({ count }) => count);
}

/** Returns the number of batches that the coordinator planned instead of the node. */
async function fallbacksOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  metrics.fallbacks.sink = () => void count++;
  await work();
  metrics.fallbacks.sink = undefined;
  return count;
}

void describe("Statements that a node of a cluster prepares", () => {
  before(async () => {
    scratch = await aScratchDatabase();
    database = openDatabase(connectionTo(scratch.name), { isDistributed: true, preparesOnNodes: true });
    client = await scratch.open();
    for (const statement of [citus, tables, ...insertions]) await client.query(statement);
    await createRunners(client);
  });

  after(async () => {
    await database.close();
    await scratch[Symbol.asyncDispose]();
  });

  void test("return the rows that one server would", async () => {
    // The second time, the statement is prepared.
    for (let round = 0; round < 2; round++) {
      const { result, statements } = await countStatements(() =>
        Promise.all([...memberIds, newId()].map((id) => find(id))),
      );
      assert.equal(statements, 1);
      assert.deepEqual(result, [
        ...memberIds.map((_, index) => ({ ordinal: index + 1, ...expected(index) })),
        undefined,
      ]);
    }
    await client.query("update members set left_at = joined_at, roles = null where id = $1", [memberIds[0]]);
    const changed = { ordinal: 1, ...expected(0), leftAt: expected(0).joinedAt, roles: null };
    assert.deepEqual(await find(memberIds[0]!), changed);
    assert.equal(await find(newId()), undefined);
  });

  void test("change rows once, for all requests together", async () => {
    const ids = await newMembers(3);
    for (const answer of [{ roles: ["x"] }, undefined]) {
      const { result, statements } = await countStatements(() => Promise.all(ids.map((id) => leave(id))));
      assert.equal(statements, 1);
      assert.deepEqual(
        result.map((row) => row && { ...row, ordinal: undefined }),
        ids.map(() => answer && { ...answer, ordinal: undefined }),
      );
      assert.deepEqual(await departuresOf(ids), [1, 1, 1]);
    }
  });

  void test("contain no values", async () => {
    const id = `x'); drop table members; --`;
    await assert.rejects(find(id), { code: "22P02" });
    await assert.rejects(find(`${memberIds[0]}\\'`), { code: "22P02" });
    assert.equal((await find(memberIds[1]!))?.quotient, 3);
  });

  void test("do not fail for all requests because of one", async () => {
    const [failed, found] = await Promise.allSettled([find(memberIds[0]!, 0), find(memberIds[1]!)]);
    assert.ok(failed.status === "rejected");
    assert.equal(failed.reason.code, "22012");
    assert.deepEqual((found as PromiseFulfilledResult<unknown>).value, { ordinal: 1, ...expected(1) });
  });

  void test("change no rows if they fail, and rows of the other requests", async () => {
    const ids = await newMembers(2);
    const [failed, left] = await Promise.allSettled([leave(ids[0]!, null), leave(ids[1]!)]);
    assert.ok(failed.status === "rejected");
    assert.equal(failed.reason.code, "23502");
    assert.equal(left.status, "fulfilled");
    assert.deepEqual(await departuresOf(ids), [0, 1]);
  });

  void test("are not repeated after an error that leaves open whether rows were changed", async () => {
    const [id = ""] = await newMembers(1);
    await client.query("alter function lock_shard_metadata rename to unlocked");
    await client.query(`
      create function lock_shard_metadata(mode int, ids bigint[]) returns void
        language plpgsql as $$ begin raise exception 'connection lost' using errcode = 'XX000'; end $$`);
    assert.equal(await fallbacksOf(() => assert.rejects(leave(id))), 0);
    await client.query("drop function lock_shard_metadata");
    await client.query("alter function unlocked rename to lock_shard_metadata");
    assert.deepEqual(await departuresOf([id]), [0]);
  });

  void test("are planned by the coordinator if the site has moved to another node meanwhile", async () => {
    const ids = await newMembers(2);
    await client.query("update pg_dist_placement set groupid = 8");
    assert.equal(await fallbacksOf(() => leave(ids[0]!)), 1);
    await client.query("update pg_dist_placement set groupid = 7");
    assert.equal(await fallbacksOf(() => leave(ids[1]!)), 0);
    assert.deepEqual(await departuresOf(ids), [1, 1]);
  });

  void test("are planned by the coordinator if the node cannot run them", async () => {
    assert.ok(await find(memberIds[0]!));
    assert.equal(await fallbacksOf(() => assert.rejects(find(memberIds[0]!, 0))), 0);
    await client.query(`drop function ${reader}`);
    await client.query(`drop function ${writer}`);
    const [id = ""] = await newMembers(1);
    const found = await fallbacksOf(async () => {
      assert.deepEqual(await find(memberIds[2]!), { ordinal: 1, ...expected(2) });
      assert.ok(await leave(id));
    });
    assert.equal(found, 2);
    assert.deepEqual(await departuresOf([id]), [1]);
  });
});

void test("All tables of a statement are marked for the node", () => {
  const { marked, tables: names } = markTables(
    "with requested as (select 1) select * from requested\n  left join a on a.id = 1 join b on b.id = a.id join a on true",
  );
  assert.equal(
    marked,
    "with requested as (select 1) select * from requested\n  left join {a} as a on a.id = 1 join {b} as b on b.id = a.id join {a} as a on true",
  );
  assert.deepEqual(names, ["a", "b"]);
  assert.deepEqual(markTables("update a set b = a.b, c = 1; insert into b\n (c) select 1; delete from c\n using b"), {
    marked: "update {a} as a set b = a.b, c = 1; insert into {b} as b\n (c) select 1; delete from {c} as c\n using b",
    tables: ["a", "b", "c"],
  });
});
