import { parseArgs } from "node:util";
import pg from "pg";
import { openDatabase } from "#database/database.ts";
import { pageOptions } from "#database/connection/planner-options.ts";
import { startCluster } from "../harness/cluster.ts";
import { describeEnvironment, environmentLine } from "../harness/environment.ts";
import { writeResults } from "../harness/results-file.ts";
import { createLecternDatabase } from "../lectern/database.ts";
import { timeSource } from "./backend-time.ts";
import type { Listed } from "./listed.ts";
import { openMeter } from "./measure.ts";
import { report } from "./report.ts";
import { courseRows, growingRows, statementsOf } from "./rows.ts";
import { makeSite, now } from "./sites.ts";

const usage = `Usage: node bench/lists/main.ts [options]

Measures the cost of list pages in PostgreSQL, at the beginning, in the middle and at the end, relative to reading one
row by key: on a site with 5,418 courses, one with 10,000 posts and registrations, and one with a million of each.
Target: a page costs at most three times a row, and the same on the large site as on the small one.

  --small <number>   rows of the small site (default 10000)
  --large <number>   rows of the large site (default 1000000)
  --rounds <number>  number of measured rounds (default 9)
  --repeat <number>  requests per statement and round (default 60)
  --limit <number>   rows of a page (default 50, as in the API)
  --seed <number>    seed of the random values (default 1)
  --help             show this help
`;

const courses = 5418;

const number = (value: string) => ({ type: "string", default: value }) as const;
const { values } = parseArgs({
  options: {
    small: number("10000"),
    large: number("1000000"),
    rounds: number("9"),
    repeat: number("60"),
    limit: number("50"),
    seed: number("1"),
    help: { type: "boolean", default: false },
  },
});
const { help, ...given } = values;
const options = {
  small: Number(given.small),
  large: Number(given.large),
  rounds: Number(given.rounds),
  repeat: Number(given.repeat),
  limit: Number(given.limit),
  seed: Number(given.seed),
};
const wrong = Object.entries(options).find(([, value]) => !Number.isInteger(value) || value < 1)?.[0];

async function compare(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const cluster = await startCluster();
  opened.defer(() => cluster.stop());
  const { connection, pool } = await createLecternDatabase(cluster, "lists");
  opened.defer(() => pool.end());
  const database = openDatabase(connection);
  opened.defer(() => database.close());

  const all: Listed[] = [];
  for (const size of ["courses", "small", "large"] as const) {
    const has = size === "courses" ? { courses } : { rows: options[size] };
    const site = await makeSite({ database, pool, seed: options.seed }, size, has);
    note(`created the site ${size}`);
    await pool.query("vacuum (analyze)");
    const context = { db: database, site, caller: { kind: "cli" }, requestId: null, address: null, now } as const;
    for (const row of size === "courses" ? courseRows : growingRows) {
      all.push({ row, size, site, requested: await statementsOf(context, row, options.limit), taken: [] });
    }
  }
  await cluster.settle();

  const client = new pg.Client({ ...connection, options: pageOptions });
  await client.connect();
  opened.defer(() => client.end());
  const measure = await openMeter(client, options.limit, options.repeat);
  for (let round = -1; round < options.rounds; round++) {
    for (const listed of round % 2 === 0 ? all : all.toReversed()) {
      const taken = await measure(listed);
      if (round >= 0) listed.taken.push(taken);
    }
    note(round < 0 ? "warmed up" : `round ${round + 1} of ${options.rounds}`);
  }

  const environment = describeEnvironment(cluster.version, `one connection, ${timeSource}`);
  const { text, reached, isFlat } = report(all, ({ size }) => (size === "courses" ? courses : options[size]));
  const lines = all.map(({ row, size, taken }) => ({ name: row.name, size, taken }));
  const kept = writeResults("lists", { environment, options, lines, reached, isFlat });
  process.stdout.write([environmentLine(environment), "", text, `Results: ${kept}`, ""].join("\n"));
  if (!reached || !isFlat) process.exitCode = 1;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

if (help) process.stdout.write(usage);
else if (wrong !== undefined) {
  process.stderr.write(`--${wrong} requires an integer of at least 1.\n\n${usage}`);
  process.exitCode = 2;
} else await compare();
