import type { Contender, Row } from "./contender.ts";
import { openMeter, type Sample } from "./measure.ts";
import type { Options } from "./options.ts";
import { progress } from "./progress.ts";

/** The samples of one contender in one row, one per round. */
export interface Result {
  row: Row;
  contender: string;
  samples: Sample[];
}

/**
 * Each round runs all rows and, per row, all contenders, in alternating order, so that temporary slowdowns of the
 * machine affect all contenders.
 */
export async function runRounds(
  rows: readonly Row[],
  contenders: readonly Contender[],
  options: Options,
  settle: () => Promise<void>,
): Promise<Result[]> {
  const results = rows.flatMap((row) =>
    contenders.map((contender) => ({ row, contender: contender.name, samples: new Array<Sample>() })),
  );
  const measure = openMeter(options, settle);
  for (let round = 1; round <= options.rounds; round++) {
    for (const row of rows) {
      for (const contender of round % 2 ? contenders : contenders.toReversed()) {
        progress(`round ${round} of ${options.rounds}: ${row.title}, ${contender.title}`);
        const result = results.find((other) => other.row === row && other.contender === contender.name)!;
        result.samples.push(await measure(contender, row).catch((error: unknown) => explain(error, row, contender)));
      }
    }
  }
  progress();
  return results;
}

function explain(error: unknown, row: Row, contender: Contender): never {
  throw new Error(`${contender.title}, ${row.title}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
