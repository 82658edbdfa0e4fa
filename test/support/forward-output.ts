import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

/** Totals of the test runner by its labels: `tests`, `pass`, `fail`, `skipped`, … */
export type Counts = Map<string, number>;

/**
 * Forwards the output of a test process, one whole suite at a time with failures at the end, so that several outputs
 * do not mix.
 */
export async function forwardOutput(from: Readable, to: Writable): Promise<Counts> {
  const counts: Counts = new Map();
  let buffered = "";
  let inSuite = false;
  let isOver = false;
  for await (const line of createInterface({ input: from })) {
    const plain = stripVTControlCharacters(line);
    const [, word, count] = /^ℹ (\w+) (\d+)$/.exec(plain) ?? [];
    if (word) counts.set(word, Number(count));
    isOver ||= word === "tests";
    inSuite = inSuite ? !/^[✔✖﹣]/.test(plain) : plain.startsWith("▶");
    buffered += `${line}\n`;
    if (inSuite || isOver) continue;
    to.write(buffered);
    buffered = "";
  }
  to.write(buffered);
  return counts;
}
