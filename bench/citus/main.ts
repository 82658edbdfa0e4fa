import { parseArgs } from "node:util";
import pg from "pg";
import { connect, type DatabaseConnection } from "#database/connection/connect.ts";
import { citusNodes, distributeDatabase, dropOnNodes } from "../../test/support/doubles/citus.ts";
import { dropDatabase } from "../../test/support/databases/drop-database.ts";
import { progress } from "../harness/progress.ts";
import { spread } from "../harness/statistics.ts";
import { fillSites, type FilledSite } from "./fill.ts";
import { tasks, time } from "./tasks.ts";
import { measure, works } from "./works.ts";

const usage = `Usage: node bench/citus/main.ts [options] <address on a coordinator> <address on another PostgreSQL>

Compares token checks, refreshes and scheduled work on a Citus cluster with those on one server, both through the
product's own database layer. Creates a database at each address and drops it.

  --sites <number>    sites with 200 members each (default 20)
  --rounds <number>   windows per server, in alternating order (default 5)
  --seconds <number>  length of a window (default 3)
  --help              show this help
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sites: { type: "string", default: "20" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    help: { type: "boolean", default: false },
  },
});
const [cluster, plain] = positionals;
if (values.help || cluster === undefined || plain === undefined) process.stdout.write(usage);
else await run(cluster, plain);

interface Contender {
  name: string;
  connection: DatabaseConnection;
  sites: FilledSite[];
  close(): Promise<void>;
}

async function run(...addresses: [string, string]): Promise<void> {
  const contenders: Contender[] = [];
  try {
    for (const address of addresses) contenders.push(await open(address));
    for (const work of works) {
      const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
      for (let round = 0; round < Number(values.rounds); round++) {
        for (const { name, connection, sites } of round % 2 === 0 ? contenders : contenders.toReversed()) {
          rates.get(name)?.push(await measure(work, connection.database, sites, Number(values.seconds) * 1000));
        }
      }
      const [clustered = 0, single = 0] = [...rates.values()].map((each) => spread(each).median);
      const figures = [...rates].map(([name, each]) => `${name} ${each.map(Math.round).join(" ")}`).join(", ");
      console.log(`${work.name}: ${(clustered / single).toFixed(2)} (${figures} per second)`);
    }
    for (const task of tasks) {
      const durations: string[] = [];
      for (const { name, connection } of contenders) {
        durations.push(`${name} ${(await time(task, connection.database)).toFixed(0)} ms`);
      }
      console.log(`${task.name}, ${values.sites} sites: ${durations.join(", ")}`);
    }
  } finally {
    for (const contender of contenders) await contender.close();
  }
}

/** Creates a database, distributes it if the address is a coordinator, and fills it. */
async function open(address: string): Promise<Contender> {
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  const name = `lectern_bench_${process.pid}`;
  await admin.query(`create database ${name}`);
  const nodes = await citusNodes(admin);
  if (nodes.length > 0) await distributeDatabase(address, name, nodes);
  const url = new URL(address);
  url.pathname = name;
  const connection = await connect({ databaseUrl: url.href, dataFolder: "" }, { role: "command", log: () => {} });
  const title = nodes.length > 0 ? "Citus" : "PostgreSQL";
  progress(`${title}: filling ${values.sites} sites`);
  const sites = await fillSites(connection.database, Number(values.sites));
  return {
    name: title,
    connection,
    sites,
    async close() {
      await connection.close();
      await dropDatabase(admin, name);
      await dropOnNodes(address, name, nodes);
      await admin.end();
    },
  };
}
