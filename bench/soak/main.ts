import { parseArgs } from "node:util";
import { judge, warmUpCycles } from "./judge.ts";
import { runSoak } from "./run-soak.ts";

const usage = `Sends requests to all surfaces for an hour, and ages the rows that they leave.

  npm run bench:soak -- [--minutes 60] [--rate <requests per second>] [--cycle 5]

The default rate is half of the maximum. After each cycle (minutes), the rows of the cycle become three
years old and the job that deletes expired rows runs. The first ${warmUpCycles} cycles are the warm-up. Exit status 1: an
error, growing memory, a growing table, or a p99 of the event-loop delay above 15 ms.`;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    cycle: { type: "string", default: "5" },
    rate: { type: "string" },
    help: { type: "boolean" },
  },
});
const minutes = Number(values.minutes);
const cycle = Number(values.cycle);
const rate = values.rate === undefined ? undefined : Number(values.rate);
const cycles = Math.floor(minutes / cycle);
const isValid = cycles > warmUpCycles && (rate === undefined || rate > 0);
if (values.help || !isValid) {
  console.log(isValid ? usage : `${usage}\n\nAt least ${warmUpCycles + 1} cycles are required, and a rate above 0.`);
  process.exit(values.help ? 0 : 2);
}

const soaked = await runSoak({
  cycle: { milliseconds: cycle * 60_000 },
  cycles,
  rate,
  report: (line) => console.log(line),
});
console.log(`\n${[...soaked.requests].map(([name, count]) => `${name} ${count}`).join(", ")}`);
const verdicts = judge(soaked);
for (const { text, reached } of verdicts) console.log(`${reached ? "✓" : "✗"} ${text}`);
process.exitCode = verdicts.every(({ reached }) => reached) ? 0 : 1;
