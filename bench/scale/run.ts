import type { Row } from "../harness/contender.ts";
import { chosenRows, type Options } from "../harness/options.ts";
import { runComparison } from "../harness/run-comparison.ts";
import { startSize } from "./contender.ts";
import { quickSizes, sizes } from "./sizes.ts";

/** Measures how the cost of an operation grows with the installation: the same server on databases of several sizes. */
export async function runScale(options: Options, rows: readonly Row[]): Promise<void> {
  await runComparison({
    name: "scale",
    rows: chosenRows(rows, options),
    roles: { peer: "small" },
    async start(cluster, affinity) {
      const started = [];
      for (const size of options.quick ? quickSizes : sizes) started.push(await startSize(cluster, affinity, size));
      return started;
    },
    options,
  });
}
