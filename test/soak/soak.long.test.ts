import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeState } from "../../bench/soak/judge.ts";
import { builtFile } from "../../src/server/built-code.ts";
import { runSoak } from "../../bench/soak/run-soak.ts";

/** Megabytes of the heap after a collection, with every surface loaded (docs/operations/sizing.md). */
const maxHeap = builtFile("serve") === undefined ? 115 : 78;

void describe("a server under requests to all surfaces for years", () => {
  void test("answers all of them, deletes the rows they leave, and keeps its heap", async (t) => {
    // On a busy machine, a statement may take longer than a request should wait.
    const settings = { LECTERN_STATEMENT_TIMEOUT: "60" };
    const soaked = await runSoak({ cycle: { requests: 300 }, cycles: 6, rate: undefined, settings });
    const heaps = soaked.cycles.map(({ heapAfterCollection }) => Math.round(heapAfterCollection / 2 ** 20));
    t.diagnostic(`heap after each cycle: ${heaps.join(", ")} MB`);
    for (const { text, reached } of judgeState(soaked)) assert.ok(reached, text);
    assert.ok(heaps.at(-1)! <= maxHeap, `The heap has ${heaps.at(-1)} MB, at most ${maxHeap} MB are allowed.`);
  });
});
