import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

/** Totals of the test runner by its labels: `tests`, `pass`, `fail`, `skipped`, … */
export type Counts = Map<string, number>;

export interface Forwarded {
  counts: Counts;
  /** The files of the tests that failed. */
  failed: Set<string>;
}

/**
 * Forwards the output of a test process, one whole suite at a time with failures at the end, so that several outputs
 * do not mix.
 */
export async function forwardOutput(from: Readable, to: Writable): Promise<Forwarded> {
  const counts: Counts = new Map();
  const failed = new Set<string>();
  let buffered = "";
  let inSuite = false;
  let isOver = false;
  for await (const line of createInterface({ input: from })) {
    const plain = stripVTControlCharacters(line);
    const [, word, count] = /^ℹ (\w+) (\d+)$/.exec(plain) ?? [];
    if (word) counts.set(word, Number(count));
    const [, file] = /^test at (.+):\d+:\d+$/.exec(plain) ?? [];
    if (file) failed.add(file);
    isOver ||= word === "tests";
    inSuite = inSuite ? !/^[✔✖﹣]/.test(plain) : plain.startsWith("▶");
    buffered += `${line}\n`;
    if (inSuite || isOver) continue;
    to.write(buffered);
    buffered = "";
  }
  to.write(buffered);
  return { counts, failed };
}
