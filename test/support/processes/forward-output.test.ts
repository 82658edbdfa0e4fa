import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { forwardOutput } from "./forward-output.ts";

const suite = (name: string) => `▶ ${name}\n  ▶ inner\n  ✔ inner (1ms)\n  ✖ fails (1ms)\n✖ ${name} (2ms)\n`;
const lineOf = (text: string, index: number) => text.split(/(?<=\n)/)[index] ?? "";

/** A writable stream that records its chunks. */
function aPage() {
  const pieces: string[] = [];
  return { pieces, to: new PassThrough().on("data", (piece: Buffer) => pieces.push(piece.toString())) };
}

void test("Outputs of concurrent suites are printed one after the other, each in one piece", async () => {
  const { pieces, to } = aPage();
  const [one, two] = [new PassThrough(), new PassThrough()];
  const ended = [forwardOutput(one, to), forwardOutput(two, to)];
  for (const index of suite("").split("\n").keys()) {
    for (const [stream, name] of [
      [one, "A"],
      [two, "B"],
    ] as const)
      stream.write(lineOf(suite(name), index));
  }
  one.end("✔ alone (1ms)\n");
  two.end();
  await Promise.all(ended);
  assert.deepEqual(pieces.toSorted(), ["✔ alone (1ms)\n", suite("A"), suite("B")].toSorted());
});

void test("Failures are printed at the end in one piece with the totals", async () => {
  const { pieces, to } = aPage();
  const from = new PassThrough();
  const forwarded = forwardOutput(from, to);
  const end =
    "ℹ tests 2\nℹ pass 1\nℹ fail 1\nℹ duration_ms 12.5\n\n✖ failing tests:\n\ntest at a.test.ts:1:1\n✖ fails (1ms)\n";
  from.end(`✔ passes (1ms)\n${end}`);
  const { counts, failed } = await forwarded;
  assert.deepEqual(Object.fromEntries(counts), { tests: 2, pass: 1, fail: 1 });
  assert.deepEqual([...failed], ["a.test.ts"]);
  assert.deepEqual(pieces, ["✔ passes (1ms)\n", end]);
});
