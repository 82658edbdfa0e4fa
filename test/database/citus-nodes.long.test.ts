import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { type Database, openDatabase } from "#database/database.ts";
import { createRunners, hasRunners } from "#database/cluster/node-runner.ts";
import { citusNodes, createOnNodes, dropOnNodes } from "../support/doubles/citus.ts";
import { newId } from "#domain/platform/ids.ts";
import { countStatements } from "../support/meters/count-statements.ts";
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
  for (const table of ["members", "departures"])
    await client.query("select create_distributed_table($1, 'site_id')", [table]);
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

type Cluster = Awaited<ReturnType<typeof aCluster>>;

/** Moves the shard of the site to the other worker. */
async function moveSite({ client, workers }: Pick<Cluster, "client" | "workers">, mode: string): Promise<void> {
  const { rows } = await client.query<{ shard: string; host: string; port: number }>(
    `select shardid as shard, nodename as host, nodeport as port from citus_shards
      where shardid = get_shard_id_for_distribution_column('members', $1::uuid)`,
    [siteId],
  );
  const { shard, host, port } = rows[0]!;
  const target = workers.find((worker) => worker.port !== port || worker.host !== host)!;
  await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => $6)", [
    shard,
    host,
    port,
    target.host,
    target.port,
    mode,
  ]);
}

/** Lets members of the site leave, one after the other, until the work has ended. Returns those that left. */
async function leaveDuring(database: Database, ids: readonly string[], work: Promise<unknown>): Promise<string[]> {
  let ended = false;
  void work.finally(() => (ended = true)).catch(() => {});
  const left: string[] = [];
  for (const id of ids) {
    const answer = await database.together(departures, { siteId, id, recordId: newId(), at: joinedAt });
    assert.ok(answer, `member ${left.length}`);
    left.push(id);
    if (ended) break;
  }
  await work;
  return left;
}

void test(
  "Changes that the node of a site prepares are neither lost nor repeated while the site moves",
  { skip },
  async () => {
    await using cluster = await aCluster(url ?? "");
    const { client, database } = cluster;
    await createRunners(client);
    const left: string[] = [];
    for (const mode of ["block_writes", "force_logical", "block_writes"]) {
      const { rows } = await client.query<{ id: string }>(
        "insert into members select $1, gen_random_uuid(), null, '{x}' from generate_series(1, 20000) returning id",
        [siteId],
      );
      const ids = rows.map(({ id }) => id);
      left.push(...(await leaveDuring(database, ids, moveSite(cluster, mode))));
      const { result, statements } = await countStatements(() =>
        leaveDuring(database, ids.slice(-1), Promise.resolve()),
      );
      assert.equal(statements, 1, "after the move, the new node prepares the statement");
      left.push(...result);
    }
    const { rows } = await client.query<{ id: string }>(
      `select members.id from departures
      join members on members.site_id = departures.site_id and members.id = departures.member_id
     where departures.site_id = $1 and members.site_id = $1 and members.left_at is not null order by members.id`,
      [siteId],
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      left.toSorted(),
    );
  },
);

void test("The node of a site prepares its statements, also after the site has moved", { skip }, async () => {
  await using cluster = await aCluster(url ?? "");
  const { client, database } = cluster;
  const find = () =>
    countStatements(() => Promise.all(memberIds.map((id) => database.together(findings, { siteId, id, by: 2 }))));
  const all = memberIds.map((_, index) => ({ ordinal: index + 1, ...expected(index) }));

  assert.equal(await hasRunners(client), false);
  // The coordinator plans the statement as long as the nodes lack the function.
  assert.deepEqual(await find(), { result: all, statements: 2 });
  await createRunners(client);
  await createRunners(client);
  assert.equal(await hasRunners(client), true);
  for (let round = 0; round < 3; round++) assert.deepEqual(await find(), { result: all, statements: 1 });

  await moveSite(cluster, "block_writes");
  await client.query("update members set left_at = joined_at where site_id = $1", [siteId]);
  const left = all.map((row) => ({ ...row, leftAt: row.joinedAt }));
  for (let round = 0; round < 3; round++) assert.deepEqual(await find(), { result: left, statements: 1 });
});
