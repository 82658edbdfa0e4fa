import { type Environment, environmentLine } from "../harness/environment.ts";
import { writeResults } from "../harness/results-file.ts";
import type { Done } from "./import-process.ts";

/** Durations of one kind of request. */
export interface Timing {
  title: string;
  requests: number;
  medianMilliseconds: number;
  p95Milliseconds: number;
  maxMilliseconds: number;
}

interface Results {
  environment: Environment;
  options: { students: number | undefined; repeat: number };
  done: Done;
  timings: readonly Timing[];
  /** Memory of the server after all requests. */
  megabytes: number;
}

/** Prints the table for bench/README.md and stores the results as JSON. */
export function report(results: Results): void {
  const { environment, done, timings, megabytes } = results;
  const kept = writeResults("oulad", results);
  const lines = timings.map(
    ({ title, medianMilliseconds, p95Milliseconds, maxMilliseconds }) =>
      `| ${title} | ${ms(medianMilliseconds)} | ${ms(p95Milliseconds)} | ${ms(maxMilliseconds)} |`,
  );
  process.stdout.write(
    [
      environmentLine(environment),
      "",
      `Import ${done.importSeconds.toFixed(1)} s, at most ${done.importMegabytes.toFixed(0)} MB resident; a second import, ` +
        `which changes nothing, ${done.againSeconds.toFixed(1)} s. Analytics roll-up ` +
        `${done.rollUpSeconds.toFixed(1)} s. The server after all requests: ${megabytes.toFixed(0)} MB.`,
      "",
      "|  | median, ms | p95, ms | maximum, ms |",
      "| --- | --: | --: | --: |",
      ...lines,
      "",
      `Results: ${kept}`,
      "",
    ].join("\n"),
  );
}

const ms = (value: number) => value.toFixed(1);
