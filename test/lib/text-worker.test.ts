import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FairQueue } from "#lib/work/fair-queue.ts";
import { markdownLimits } from "#lib/markdown/limits.ts";
import { TextWorker, TextWorkerBusy } from "#lib/text-worker/text-worker.ts";
import type { SourceText } from "#lib/markdown/source-text.ts";
import { plainText } from "#lib/text/plain-text.ts";

const markdown = (text: string) => ({ form: "markdown" as const, text });
const html = (text: string) => ({ form: "html" as const, text });

/** The error code, or the HTML. */
async function outcomesOf(worker: TextWorker, ...sources: SourceText[]): Promise<string[]> {
  const renderings = await worker.clean("site", sources);
  return renderings.map((rendering) => ("refusal" in rendering ? rendering.refusal.code : rendering.html));
}

void describe("The text worker", () => {
  void test("refuses to run on the main thread, which serves every site", async () => {
    await assert.rejects(import("#lib/markdown/engine.ts"), /worker thread/);
  });

  void test("returns sanitized HTML in the order of the texts", async () => {
    const outcomes = await outcomesOf(
      new TextWorker(),
      markdown("*One*"),
      html("<b onclick=x>Two</b><script>3</script>"),
    );
    assert.deepEqual(outcomes, ["<p><em>One</em></p>\n", "<b>Two</b>"]);
  });

  void test("shows formulas as MathML, without styles, and keeps what is no formula", async () => {
    const [line, block, prices, wrong, foreign, hostile] = await outcomesOf(
      new TextWorker(),
      markdown("A $`x_1 < \\frac{a}{b}`$ *b*"),
      markdown("```math\n\\sum_{i=1}^n i\n```\n\nand $$`y`$$"),
      markdown("From $5 to $6, \\(7\\) and `$8`"),
      markdown("$`\\frac{`$ and $`\\href{javascript:alert(1)}{x}`$"),
      html('<math display="block" onclick="x()"><mi>x</mi><annotation-xml><img src=x></annotation-xml></math>'),
      html('<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'),
    );
    assert.match(line!, /^<p>A <math [^>]*><semantics>.*<mfrac><mi>a<\/mi><mi>b<\/mi><\/mfrac>.*<\/math> <em>b<\/em>/);
    assert.ok(!/style=|annotation|class=/.test(line!), line);
    assert.match(block!, /^<math [^>]*display="block">.*<\/math>\s*<p>and <math [^>]*display="block">/);
    assert.equal(prices, "<p>From $5 to $6, (7) and <code>$8</code></p>\n");
    assert.ok(wrong!.startsWith('<p><code class="language-math">\\frac{</code> and '), wrong);
    assert.ok(!wrong!.includes("href="), wrong);
    assert.equal(foreign, '<math display="block"><mi>x</mi></math>');
    assert.ok(!/onerror=alert|<style|mglyph/.test(hostile!.replaceAll(/title="[^"]*"/g, "")), hostile);
  });

  void test("rejects only the texts above a limit, and names the limit", async () => {
    const deep = "> ".repeat(60);
    const outcomes = await outcomesOf(
      new TextWorker(),
      markdown(`|a|b|\n|-|-|\n${"|a|b|\n".repeat(markdownLimits.tableCells / 2)}`),
      markdown("[a](b)".repeat(markdownLimits.links + 1)),
      markdown("- a\n".repeat(24_000)),
      markdown(`${deep}a`),
      markdown("<b>".repeat(30_000)),
      html("<x>".repeat(60_000)),
      html("<li>".repeat(45_000)),
      html("<".repeat(200_000)),
      markdown("sound"),
    );
    assert.deepEqual(outcomes, [
      "too_many_table_cells",
      "too_many_links",
      "too_many_elements",
      "too_deeply_nested",
      "too_deeply_nested",
      "too_deeply_nested",
      "too_many_elements",
      "too_much_output",
      "<p>sound</p>\n",
    ]);
  });

  void test("terminates a worker that takes too long, rejects that text only and continues with a new worker", async () => {
    let limit = 1;
    const worker = new TextWorker(() => limit);
    const slow = markdown("[".repeat(98_000));
    assert.deepEqual(await outcomesOf(worker, slow), ["too_slow"]);
    limit = 60_000;
    assert.deepEqual(await outcomesOf(worker, markdown("next")), ["<p>next</p>\n"]);
  });

  void test("returns immediately if there is nothing to render, and continues with other texts", async () => {
    const worker = new TextWorker();
    assert.deepEqual(await worker.clean("a", []), []);
    assert.equal((await worker.clean("a", [markdown("b")])).length, 1);
  });

  void test("accepts a bounded amount of text per site and for all sites", async () => {
    const worker = new TextWorker();
    const large = Array.from({ length: 130 }, () => markdown("a".repeat(100_000)));
    const first = worker.clean("a", large);
    const second = worker.clean("a", large.slice(0, 100));
    await assert.rejects(worker.clean("a", large), TextWorkerBusy);
    const other = await worker.clean("b", [markdown("b")]);
    assert.ok("html" in other[0]!);
    assert.deepEqual([(await first).length, (await second).length], [130, 100]);
  });
});

const entry = (name: string) => ({ size: 1, name });

void test("runs sites round robin: one with many texts delays only its own", () => {
  const queue = new FairQueue<{ size: number; name: string }>();
  queue.push("a", [entry("a1"), entry("a2"), entry("a3")]);
  queue.push("b", [entry("b1")]);
  queue.push("c", [entry("c1"), entry("c2")]);
  assert.deepEqual([queue.total, queue.sizeOf("a"), queue.sizeOf("d")], [6, 3, 0]);
  const taken = Array.from({ length: 7 }, () => queue.take()?.entry.name);
  assert.deepEqual(taken, ["a1", "b1", "c1", "a2", "c2", "a3", undefined]);
  assert.equal(queue.total, 0);
});

void test("The text of any HTML is extracted in one pass", () => {
  // One scan to the end per character would take minutes.
  assert.equal(plainText("<".repeat(200_000)).length, 200_000);
  assert.equal(plainText("<p>One &lt; <b>two</b></p>"), "One < two");
});
