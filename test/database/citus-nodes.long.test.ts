import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { openDatabase } from "#database/database.ts";
import { createRunner, hasRunner } from "#database/node-runner.ts";
import { citusNodes, createOnNodes, dropOnNodes } from "../support/citus.ts";
import { countStatements } from "../support/count-statements.ts";
import { expected, findings, insertions, memberIds, siteId, tables } from "./support/notes-of-members.ts";

const url = process.env["CITUS_URL"];
const skip = url === undefined && "CITUS_URL is not set: the address of a database on the coordinator of a cluster";

/** A database on all nodes with the tables of the statement, filled. */
async function aCluster(coordinator: string) {
  const admin = new pg.Client(coordinator);
  await admin.connect();
  const name = `lectern_prepared_${process.pid}`;
  await admin.query(`create database ${name}`);
  const nodes = await citusNodes(admin);
  const own = await createOnNodes(coordinator, name, nodes);
  const client = new pg.Client(own);
  await client.connect();
  await client.query(tables);
  await client.query("select create_reference_table('accounts')");
  await client.query("select create_distributed_table('members', 'site_id')");
  for (const statement of insertions) await client.query(statement);
  const database = openDatabase({ connectionString: own }, { isDistributed: true, preparesOnNodes: true });
  return {
    client,
    database,
    workers: nodes.filter(({ isCoordinator }) => !isCoordinator),
    async [Symbol.asyncDispose]() {
      await database.close();
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await dropOnNodes(coordinator, name, nodes);
      await admin.end();
    },
  };
}

void test("The node of a site prepares its statements, also after the site has moved", { skip }, async () => {
  await using cluster = await aCluster(url ?? "");
  const { client, database, workers } = cluster;
  const find = () =>
    countStatements(() => Promise.all(memberIds.map((id) => database.together(findings, { siteId, id, by: 2 }))));
  const all = memberIds.map((_, index) => ({ ordinal: index + 1, ...expected(index) }));

  assert.equal(await hasRunner(client), false);
  // The coordinator plans the statement as long as the nodes lack the function.
  assert.deepEqual(await find(), { result: all, statements: 2 });
  await createRunner(client);
  await createRunner(client);
  assert.equal(await hasRunner(client), true);
  for (let round = 0; round < 3; round++) assert.deepEqual(await find(), { result: all, statements: 1 });

  const { rows } = await client.query<{ shard: string; host: string; port: number }>(
    `select shardid as shard, nodename as host, nodeport as port from citus_shards
      where shardid = get_shard_id_for_distribution_column('members', $1::uuid)`,
    [siteId],
  );
  const { shard, host, port } = rows[0]!;
  const target = workers.find((worker) => worker.port !== port || worker.host !== host)!;
  await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'block_writes')", [
    shard,
    host,
    port,
    target.host,
    target.port,
  ]);
  await client.query("update members set left_at = joined_at where site_id = $1", [siteId]);
  const left = all.map((row) => ({ ...row, leftAt: row.joinedAt }));
  for (let round = 0; round < 3; round++) assert.deepEqual(await find(), { result: left, statements: 1 });
});
