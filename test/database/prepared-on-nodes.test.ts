import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type pg from "pg";
import { type Database, openDatabase } from "#database/database.ts";
import { createRunner, runner } from "#database/node-runner.ts";
import { markTables } from "#database/run-on-node.ts";
import { newId } from "#domain/platform/ids.ts";
import { countStatements } from "../support/count-statements.ts";
import { connectionTo } from "../support/database-location.ts";
import { expected, findings, insertions, memberIds, siteId, tables } from "./support/notes-of-members.ts";
import { aScratchDatabase, type ScratchDatabase } from "./support/scratch-database.ts";

/** What the function uses of Citus, for one server: each table is its own shard. */
const citus = `
  create function get_shard_id_for_distribution_column(name regclass, value anyelement) returns bigint
    language sql as 'select 1::bigint';
  create function shard_name(name regclass, id bigint) returns text language sql as 'select name::text';
  create function create_distributed_function(name text, argument text, colocate_with text) returns void
    language sql as '';
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text)`;

let scratch: ScratchDatabase;
let client: pg.Client;
let database: Database;

const find = (id: string, by = 2) => database.together(findings, { siteId, id, by });

void describe("Statements that a node of a cluster prepares", () => {
  before(async () => {
    scratch = await aScratchDatabase();
    database = openDatabase(connectionTo(scratch.name), { isDistributed: true, preparesOnNodes: true });
    client = await scratch.open();
    for (const statement of [citus, tables, ...insertions]) await client.query(statement);
    await createRunner(client);
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

  void test("are planned by the coordinator if the node cannot run them", async () => {
    assert.ok(await find(memberIds[0]!));
    await client.query(`drop function ${runner}`);
    assert.deepEqual(await find(memberIds[2]!), { ordinal: 1, ...expected(2) });
  });
});

void test("All joined tables of a statement are marked for the node", () => {
  const { marked, tables: names } = markTables(
    "with requested as (select 1) select * from requested\n  left join a on a.id = 1 join b on b.id = a.id join a on true",
  );
  assert.equal(
    marked,
    "with requested as (select 1) select * from requested\n  left join {a} as a on a.id = 1 join {b} as b on b.id = a.id join {a} as a on true",
  );
  assert.deepEqual(names, ["a", "b"]);
});
