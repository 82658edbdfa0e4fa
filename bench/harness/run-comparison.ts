import { type Affinity, separateCores } from "./affinity.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { compare, type Roles } from "./comparison.ts";
import type { Contender, Row } from "./contender.ts";
import { describeEnvironment, environmentLine } from "./environment.ts";
import type { Options } from "./options.ts";
import { progress } from "./progress.ts";
import { drawReport, markdownTable } from "./report.ts";
import { writeResults } from "./results-file.ts";
import { runRounds } from "./rounds.ts";
import { stopServers } from "./server-process.ts";

export interface Comparison {
  name: string;
  rows: readonly Row[];
  roles: Roles;
  /** Starts the contenders on the cluster, in table order. */
  start: (cluster: Cluster, affinity: Affinity) => Promise<Contender[]>;
  options: Options;
}

/** Runs a comparison from an empty cluster to the printed table. Always cleans up its processes and folders. */
export async function runComparison({ name, rows, roles, start, options }: Comparison): Promise<void> {
  if (rows.length === 0) {
    process.stderr.write("No rows to measure.\n");
    process.exitCode = 1;
    return;
  }
  const affinity = separateCores();
  progress("starting PostgreSQL");
  const cluster = await startCluster();
  const contenders: Contender[] = [];
  try {
    contenders.push(...(await start(cluster, affinity)));
    const environment = describeEnvironment(cluster.version, affinity.note);
    const results = await Promise.race([runRounds(rows, contenders, options, cluster.settle), interrupted()]);
    const compared = compare(rows, contenders, results, roles);
    const file = writeResults(name, { environment, options, compared, results });
    process.stdout.write(
      options.markdown
        ? markdownTable(compared, roles.ours)
        : `${drawReport(compared)}\n${environmentLine(environment)}\n${file}\n`,
    );
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    progress();
    await Promise.all(contenders.map((contender) => contender.stop()));
    await stopServers();
    await cluster.stop();
  }
}

/** Cleans up after an interrupted run. */
const interrupted = () =>
  new Promise<never>((_resolve, reject) => {
    process.once("SIGINT", () => reject(new Error("Interrupted.")));
    process.once("SIGTERM", () => reject(new Error("Interrupted.")));
  });
