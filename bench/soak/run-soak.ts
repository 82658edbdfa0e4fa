import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { openDatabase } from "#database/database.ts";
import { purge } from "#domain/background/schedules/purge.ts";
import { ageRows, countOldRows, countRows } from "./age-rows.ts";
import { openIssuer } from "./credentials.ts";
import { openLoad } from "./load-surfaces.ts";
import { openSchool } from "./school.ts";
import { type Sampled, startSoakProcess } from "./soak-process.ts";
import { surfacesOf } from "./surfaces.ts";

export interface SoakOptions {
  /** Duration of each cycle in milliseconds, or its number of requests. */
  cycle: { milliseconds: number } | { requests: number };
  cycles: number;
  /** Requests per second; undefined: half of the rate that the server reached in a measurement before. */
  rate: number | undefined;
  /** Settings of the server, besides those of the run. */
  settings?: Record<string, string>;
  report?: (line: string) => void;
}

/** State at the end of a cycle, after its rows became old and were deleted. */
interface Cycle extends Sampled {
  requests: number;
  /** Heap after a full collection. */
  heapAfterCollection: number;
  rows: Map<string, number>;
  /** Rows that should have been deleted. */
  oldRows: Map<string, number>;
  databaseBytes: number;
}

export interface Soaked {
  rate: number | undefined;
  cycles: Cycle[];
  requests: Map<string, number>;
  failures: string[];
}

/**
 * Sends requests to all surfaces in cycles. After each cycle, its rows become three years old, and the job that deletes
 * expired rows runs, so that a few cycles show what years would leave behind.
 */
export async function runSoak({ cycle, cycles, rate, settings, report = () => {} }: SoakOptions): Promise<Soaked> {
  const receiver = await aReceiver();
  const server = await startSoakProcess(settings);
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  const database = openDatabase(server.connection, { readers: 1, writers: 1, pages: 1, batches: 1, transactions: 1 });
  try {
    const school = await openSchool(server, pool, receiver.url);
    const issue = await openIssuer(pool, school);
    const load = openLoad(surfacesOf(school));
    let credentials = await issue();
    const chosen = "requests" in cycle ? undefined : (rate ?? (await load.measure(credentials)) / 2);
    if (chosen !== undefined) report(`rate: ${chosen.toFixed(1)} requests per second`);
    const results: Cycle[] = [];
    let reported = 0;
    await server.sample();
    for (let number = 1; number <= cycles; number++) {
      const requests = await load.run(credentials, "requests" in cycle ? cycle : { ...cycle, rate: chosen! });
      const sampled = await server.sample();
      const until = new Date();
      // The load continues with new credentials. Requests that were answered have committed.
      credentials = await issue();
      await ageRows(pool, until);
      await purge(database, new Date());
      const { heapUsed: heapAfterCollection } = await server.collect();
      const rows = await countRows(pool);
      const oldRows = await countOldRows(pool);
      const { rows: sizes } = await pool.query<{ size: string }>("select pg_database_size(current_database()) as size");
      results.push({ ...sampled, requests, heapAfterCollection, rows, oldRows, databaseBytes: Number(sizes[0]!.size) });
      report(describe(number, results.at(-1)!));
      for (const failure of load.failures.slice(reported)) report(failure);
      reported = load.failures.length;
      // Collecting and counting are not part of the next cycle's delays.
      await server.sample();
    }
    return { rate: chosen, cycles: results, requests: load.counts, failures: load.failures };
  } finally {
    await database.close();
    await pool.end();
    await server.stop();
    await receiver.close();
  }
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);

const describe = (
  number: number,
  { requests, rss, heapAfterCollection, p99Milliseconds, rows, databaseBytes }: Cycle,
) =>
  [
    `cycle ${number}: ${requests} requests`,
    `RSS ${megabytes(rss)} MB`,
    `heap ${megabytes(heapAfterCollection)} MB`,
    `p99 delay ${p99Milliseconds.toFixed(1)} ms`,
    `${[...rows.values()].reduce((sum, count) => sum + count, 0)} rows`,
    `database ${megabytes(databaseBytes)} MB`,
  ].join(", ");

/** Accepts webhooks. */
async function aReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}/webhooks`, close };
}
