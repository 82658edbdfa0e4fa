import { parseArgs } from "node:util";
import { load } from "../harness/load.ts";
import { serialize } from "../harness/http-request.ts";
import { startLectern } from "./server.ts";
import { cpuSecondsOf } from "./cpu-time.ts";

const usage = `Compares two server processes with one.

  npm run bench:processes -- [--seconds 10] [--connections 32] [--rounds 5]

The load and PostgreSQL share the machine with the servers. On two cores, the rate of two processes is therefore limited
by the load. "CPU per request" is the time of all server processes and PostgreSQL, and does not depend on other work. The
"possible" rate is that of two cores without the load: 2 x (CPU of one) / (CPU of two) times one process.`;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
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

interface Measured {
  rate: number;
  cpuMicroseconds: number;
}

async function measure(processes: number): Promise<Measured[]> {
  const server = await startLectern(processes);
  try {
    const measured: Measured[] = [];
    for (const { path: address, contains } of rows) {
      const request = serialize({ path: address, headers: { accept: "text/html" } }, `127.0.0.1:${server.port}`);
      const expect = { status: 200, contains };
      const run = (milliseconds: number) => {
        const end = performance.now() + milliseconds;
        return load({
          port: server.port,
          connections,
          next: () => (performance.now() < end ? request : undefined),
          expect,
        });
      };
      await run(2000);
      const before = cpuSecondsOf(server.pid);
      const { requests, seconds: taken } = await run(seconds * 1000);
      const cpu = cpuSecondsOf(server.pid) - before;
      measured.push({ rate: requests / taken, cpuMicroseconds: (cpu / requests) * 1e6 });
    }
    return measured;
  } finally {
    await server.stop();
  }
}

const rounds: { one: Measured[]; two: Measured[] }[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  rounds.push({ one: await measure(1), two: await measure(2) });
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
for (const [index, { title }] of rows.entries()) {
  const of = (side: "one" | "two", key: keyof Measured) => median(rounds.map((round) => round[side][index]![key]));
  const [one, two] = [of("one", "rate"), of("two", "rate")];
  const [cpuOfOne, cpuOfTwo] = [of("one", "cpuMicroseconds"), of("two", "cpuMicroseconds")];
  console.log(title);
  console.log(`  one process    ${one.toFixed(0)} req/s, ${cpuOfOne.toFixed(0)} µs CPU per request`);
  console.log(`  two processes  ${two.toFixed(0)} req/s, ${cpuOfTwo.toFixed(0)} µs CPU per request`);
  console.log(`  measured ${(two / one).toFixed(2)} x, possible ${((2 * cpuOfOne) / cpuOfTwo).toFixed(2)} x`);
}
