import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "#database/migrate.ts";
import { type Cluster, type Connection, startCluster } from "../harness/cluster.ts";
import { spread } from "../harness/statistics.ts";
import { bareCopy, exportTables } from "./bare-copy.ts";
import { importTwice } from "./import-once.ts";

const usage = `Usage: node bench/import/oulad.ts [folder] [--rounds <n>]

Compares the rows per second of \`lectern import oulad\` with a bare COPY of the same rows into the same tables of
another database on the same server. Target: the import reaches at least half the rate of COPY.

  folder          folder of the data set (default: oulad in LECTERN_DATASETS, or ../shared/data/oulad)
  --rounds <n>    number of measured rounds (default 3)
  --help          show this help
`;

const target = 0.5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, help: { type: "boolean", default: false } },
});
const folder = positionals[0] ?? path.join(process.env["LECTERN_DATASETS"] ?? "../shared/data", "oulad");
const rounds = Number(values.rounds);

if (values.help) process.stdout.write(usage);
else if (!Number.isInteger(rounds) || rounds < 1)
  fail(`--rounds requires an integer of at least 1, not "${values.rounds}".`);
else if (!existsSync(folder))
  fail(`There is no folder ${folder}. Pass the folder of the data set, or set LECTERN_DATASETS.`);
else await compare();

async function compare(): Promise<void> {
  const cluster = await startCluster();
  const exported = mkdtempSync(path.join(tmpdir(), "lectern-bench-rows-"));
  const seconds = { import: [] as number[], again: [] as number[], copy: [] as number[] };
  let rows = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const imported = await migrated(cluster, `import_${round}`);
      const { first, second } = await importTwice(imported, folder);
      rows = await exportTables(imported, exported);
      const copied = await migrated(cluster, `copy_${round}`);
      const copy = await bareCopy(copied, exported);
      seconds.import.push(first);
      seconds.again.push(second);
      seconds.copy.push(copy);
      process.stderr.write(`round ${round + 1}: import ${line(rows, first)}, COPY ${line(rows, copy)}\n`);
    }
  } finally {
    rmSync(exported, { recursive: true, force: true });
    await cluster.stop();
  }
  report(rows, seconds);
}

async function migrated(cluster: Cluster, name: string): Promise<Connection> {
  const connection = await cluster.create(name);
  const client = new pg.Client(connection);
  await client.connect();
  await migrate(client);
  await client.end();
  await cluster.settle();
  return connection;
}

function report(rows: number, seconds: Record<"import" | "again" | "copy", number[]>): void {
  const ratio = spread(seconds.import.map((taken, round) => seconds.copy[round]! / taken));
  const reached = ratio.median >= target;
  process.stdout.write(
    [
      `${rows.toLocaleString("en")} rows`,
      `  import, empty site    ${line(rows, spread(seconds.import).median)}`,
      `  import, again         ${line(rows, spread(seconds.again).median)}`,
      `  bare COPY             ${line(rows, spread(seconds.copy).median)}`,
      `  import ÷ COPY         ${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}), target ≥ ${target} ${reached ? "✓" : "✗"}`,
      "",
    ].join("\n"),
  );
  if (!reached) process.exitCode = 1;
}

function line(rows: number, seconds: number): string {
  return `${Math.round(rows / seconds).toLocaleString("en")} rows/s (${seconds.toFixed(1)} s)`;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exitCode = 2;
}
