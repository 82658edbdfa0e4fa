import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import type pg from "pg";
import { newId } from "#domain/platform/ids.ts";
import { digest } from "#lib/secrets/secret.ts";
import { separateCores } from "../harness/affinity.ts";
import { startCluster } from "../harness/cluster.ts";
import { describeEnvironment, environmentLine } from "../harness/environment.ts";
import { serialize } from "../harness/http-request.ts";
import { load } from "../harness/load.ts";
import { writeResults } from "../harness/results-file.ts";
import { freePort, type ServerProcess, stopServers } from "../harness/server-process.ts";
import { percentile } from "../harness/statistics.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { insertBenchSite } from "../lectern/site.ts";
import { startLectern } from "../lectern/start.ts";
import { cpuSecondsOf } from "../processes/cpu-time.ts";

const usage = `Usage: node bench/provisioning/main.ts [options]

Provisions members by SCIM, with single requests of a few connections, as directories send them, and with bulk
requests. Target: 10,000 members within 60 seconds.

  --members <number>      members per way (default 10000)
  --connections <number>  connections of the single requests (default 4)
  --help                  show this help
`;

/** For 10,000 members. */
const targetSeconds = 60;
const perBulk = 1000;
const host = "provisioning.localhost";

const { values } = parseArgs({
  options: {
    members: { type: "string", default: "10000" },
    connections: { type: "string", default: "4" },
    help: { type: "boolean", default: false },
  },
});
const options = { members: Number(values.members), connections: Number(values.connections) };

if (values.help) process.stdout.write(usage);
else if (!Object.values(options).every((number) => Number.isInteger(number) && number >= 1)) {
  process.stderr.write(`--members and --connections require an integer of at least 1.\n\n${usage}`);
  process.exitCode = 2;
} else await run();

async function run(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const affinity = separateCores();
  const cluster = await startCluster();
  opened.defer(() => cluster.stop());
  const { connection, pool } = await createLecternDatabase(cluster, "provisioning");
  opened.defer(() => pool.end());
  const siteId = await insertBenchSite(pool, host);
  const key = await aKey(pool, siteId);
  const port = await freePort();
  opened.defer(stopServers);
  const server = await startLectern(connection, port, affinity, { LECTERN_TRUSTED_PROXIES: "127.0.0.1" });
  const ways = [
    {
      name: `single requests, ${options.connections} connections`,
      requests: single(key),
      status: 201,
      contains: '"userName"',
    },
    {
      name: `bulk requests with ${perBulk.toLocaleString("en")} members, 1 connection`,
      requests: bulk(key),
      status: 200,
      contains: '"201"',
    },
  ];
  const results: Result[] = [];
  for (const { name, requests, status, contains } of ways) {
    await cluster.settle();
    const connections = status === 201 ? options.connections : 1;
    const before = await cpuSeconds(server);
    const { seconds, latencies } = await load({
      port,
      connections,
      next: () => requests.shift(),
      expect: { status, contains },
    });
    const after = await cpuSeconds(server);
    const cpu = { server: after.server - before.server, database: after.database - before.database };
    results.push({ name, seconds, cpu, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) });
  }
  await requireMembers(pool, siteId);
  report(results, describeEnvironment(cluster.version, affinity.note));
}

/** Unlike elapsed time, CPU time hardly depends on what else the machine does. */
async function cpuSeconds(lectern: ServerProcess): Promise<Result["cpu"]> {
  const server = (await lectern.usage()).cpuMicroseconds / 1e6;
  const { user, system } = process.cpuUsage();
  return { server, database: cpuSecondsOf(process.pid) - server - (user + system) / 1e6 };
}

interface Result {
  name: string;
  seconds: number;
  cpu: { server: number; database: number };
  p50: number;
  p99: number;
}

async function requireMembers(pool: pg.Pool, siteId: string): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::integer as count from provisioned_members where site_id = $1",
    [siteId],
  );
  if (rows[0]?.count !== 2 * options.members) throw new Error(`${rows[0]?.count} members were provisioned.`);
}

/** Inserts the key of a directory. */
async function aKey(pool: pg.Pool, siteId: string): Promise<string> {
  const key = `lpk_${randomBytes(32).toString("base64url")}`;
  await pool.query(
    `insert into provisioning_keys (site_id, id, member_id, name, digest, ending, email_domains, roles, group_roles,
                                    created_at, updated_at)
     values ($1, $2, $3, 'Directory', $4, 'abcd', '{school.example}', '{}', '{}', now(), now())`,
    [siteId, newId(), newId(), digest(key)],
  );
  await pool.query("update sites set settings = $2 where id = $1", [
    siteId,
    JSON.stringify({ provisioningRequestsPerMinute: 100_000 }),
  ]);
  return key;
}

function userOf(way: string, index: number) {
  const address = `${way}-${index}@school.example`;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: address,
    externalId: `${way}-${index}`,
    name: { givenName: "Ana", familyName: `Lima ${index}` },
    emails: [{ value: address, type: "work", primary: true }],
    active: true,
  };
}

function single(key: string): Buffer[] {
  const headers = { authorization: `Bearer ${key}` };
  return Array.from({ length: options.members }, (_, index) =>
    serialize({ path: "/scim/v2/Users", headers, json: userOf("single", index) }, host),
  );
}

function bulk(key: string): Buffer[] {
  const headers = { authorization: `Bearer ${key}` };
  const operations = Array.from({ length: options.members }, (_, index) => ({
    method: "POST",
    path: "/Users",
    bulkId: `${index}`,
    data: userOf("bulk", index),
  }));
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"];
  const requests: Buffer[] = [];
  for (let first = 0; first < operations.length; first += perBulk) {
    const json = { schemas, Operations: operations.slice(first, first + perBulk) };
    requests.push(serialize({ path: "/scim/v2/Bulk", headers, json }, host));
  }
  return requests;
}

function report(results: readonly Result[], environment: ReturnType<typeof describeEnvironment>) {
  const limit = (targetSeconds * options.members) / 10_000;
  const reached = results.some(({ seconds }) => seconds <= limit);
  const kept = writeResults("provisioning", { environment, options, results, reached });
  process.stdout.write(
    [
      environmentLine(environment),
      "",
      `| ${options.members.toLocaleString("en")} members | seconds | CPU of the server | CPU of PostgreSQL | members/s | p50 | p99 |`,
      "| --- | --: | --: | --: | --: | --: | --: |",
      ...results.map(
        ({ name, seconds, cpu, p50, p99 }) =>
          `| ${name} | ${seconds.toFixed(1)} | ${cpu.server.toFixed(1)} s | ${cpu.database.toFixed(1)} s | ${(options.members / seconds).toFixed(0)} | ${p50.toFixed(0)} ms | ${p99.toFixed(0)} ms |`,
      ),
      "",
      `At most ${limit} s ${reached ? "✓" : "✗"}. Results: ${kept}`,
      "",
    ].join("\n"),
  );
}
