import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { parseId } from "#domain/platform/ids.ts";
import { scopes, zipped } from "../rest/support/imported-courses.ts";
import { aCourse } from "../rest/support/olx.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { assertStatus } from "../support/assert-status.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertQuickJob } from "./support/turns.ts";

const times = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, at) => line(at));

void test("No import of an Open edX course blocks the event loop", { timeout: 900_000 }, async () => {
  const operator = await operatorOf(await aSite(), scopes);
  const choices = '<choice correct="true">Bowline</choice>'.repeat(20_000);
  const problem = `<problem><multiplechoiceresponse><label>Which?</label><choicegroup>${choices}</choicegroup></multiplechoiceresponse></problem>`;
  const units = times(800, (at) => `<vertical url_name="v${at}"><html>Knot ${at}</html></vertical>`).join("");
  const courses: Record<string, Record<string, string>> = {
    "of 800 units": { "course/sequential/first.xml": `<sequential>${units}</sequential>` },
    "with a text of 2 MB": { "course/html/words.html": "<p>The king of <b>knots</b>.</p>".repeat(60_000) },
    "with nested elements": { "course/html/words.html": "<div>".repeat(100_000) },
    "with nested XML": { "course/vertical/quiz.xml": "<vertical>".repeat(100_000) },
    "with a problem of 20,000 choices": { "course/problem/choose.xml": problem },
    "with a policy of nested lists": { "course/policies/2026/policy.json": "[".repeat(1_000_000) },
    "of 8,000 files": Object.fromEntries(times(8000, (at) => `course/static/${at}.txt`).map((name) => [name, "x"])),
  };
  for (const [what, files] of Object.entries(courses)) {
    const parts = Object.entries({ ...aCourse, ...files }).map(
      ([name, content]) => [name, typeof content === "string" ? strToU8(content) : content] as const,
    );
    const file_id = await zipped(operator, zipSync(Object.fromEntries(parts)));
    await assertQuickJob(`Importing an Open edX course ${what}`, async () => {
      const response = await operator.post("/imports", { format: "olx", file_id, dry_run: true });
      assertStatus(response, 202);
      const { id } = response.json<{ id: string }>();
      return (await measuredServer()).runJob(operator.site.site.id, parseId("job", id)!);
    });
  }
});
