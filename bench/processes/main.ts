import { parseArgs } from "node:util";
import { serialize } from "../harness/http-request.ts";
import { load } from "../harness/load.ts";
import { cpuSecondsOf } from "./cpu-time.ts";
import { type Server, startLectern } from "./server.ts";

const usage = `Compares a server of two processes with one process, and with two separate servers of one process each.

  npm run bench:processes -- [--seconds 6] [--connections 32] [--rounds 5]

The load and PostgreSQL share the machine with the servers, and virtual cores are often slower while the others work. Two
separate servers show what the cores can do together: they share nothing. The target for two idle cores, 1.8 times one
process, is therefore 0.9 of two separate servers. "CPU" is the time of all processes of the servers and of PostgreSQL.
Linux only.`;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    connections: { type: "string", default: "32" },
    rounds: { type: "string", default: "5" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const seconds = Number(values.seconds);
const connections = Number(values.connections);
const rows = [
  { title: "discovery (no statement)", path: "/.well-known/openid-configuration", contains: "issuer" },
  { title: "public course list (statements, HTML)", path: "/courses", contains: "<html" },
];
type Row = (typeof rows)[number];

interface Measured {
  rate: number;
  cpuMicroseconds: number;
}

/** Divides the connections among the servers, which work at the same time. */
async function measure(servers: readonly Server[], row: Row): Promise<Measured> {
  const run = async (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    const all = await Promise.all(
      servers.map(async ({ port }) => {
        const request = serialize({ path: row.path, headers: { accept: "text/html" } }, `127.0.0.1:${port}`);
        return load({
          port,
          connections: connections / servers.length,
          next: () => (performance.now() < end ? request : undefined),
          expect: { status: 200, contains: row.contains },
        });
      }),
    );
    const requests = all.reduce((sum, each) => sum + each.requests, 0);
    return { requests, rate: all.reduce((sum, each) => sum + each.requests / each.seconds, 0) };
  };
  await run(2000);
  const cpu = () => servers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
  const before = cpu();
  const { requests, rate } = await run(seconds * 1000);
  return { rate, cpuMicroseconds: ((cpu() - before) / requests) * 1e6 };
}

const one = await startLectern(1);
const second = await startLectern(1);
const two = await startLectern(2);
const contenders = {
  "one process": [one],
  "two processes": [two],
  "two separate servers": [one, second],
} as const satisfies Record<string, readonly Server[]>;
type Contender = keyof typeof contenders;
const names = Object.keys(contenders) as Contender[];

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
try {
  for (const row of rows) {
    const rounds: Record<Contender, Measured>[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const measured: Partial<Record<Contender, Measured>> = {};
      // Alternating order, so that slow moments of the machine affect all.
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        measured[name] = await measure(contenders[name], row);
      }
      rounds.push(measured as Record<Contender, Measured>);
    }
    const of = (name: Contender, key: keyof Measured) => median(rounds.map((round) => round[name][key]));
    console.log(row.title);
    for (const name of names) {
      const [rate, cpu] = [of(name, "rate").toFixed(0), of(name, "cpuMicroseconds").toFixed(0)];
      console.log(`  ${name.padEnd(20)} ${rate} req/s, ${cpu} µs CPU per request`);
    }
    const to = (name: Contender) => (of("two processes", "rate") / of(name, "rate")).toFixed(2);
    console.log(
      `  two processes: ${to("one process")} x one process, ${to("two separate servers")} x two separate servers`,
    );
  }
} finally {
  await Promise.all([one, second, two].map((server) => server.stop()));
}
