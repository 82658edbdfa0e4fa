import assert from "node:assert/strict";
import { test } from "node:test";
import { day, later, now } from "../support/clock.ts";
import { aSite } from "../support/world.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";
import { rows, runTool } from "./support/run-tools.ts";

void test("Students who never started are inactive, and enrolled_before leaves out new ones", async () => {
  const site = await aSite();
  const agent = await anOperatorAgent(site);
  const course = await runTool(agent, "create_course", { name: "Tides", course_type: "free" });
  const enroll = (by: typeof agent, email: string) =>
    runTool(by, "enroll_students", { course: course["id"], people: [{ email }], create_students: true });
  await enroll(agent, "early@school.example");
  const halfway = new Date(now().getTime() + 10 * day).toISOString();
  await later(20 * day, async () => {
    const today = await anOperatorAgent(site);
    await enroll(today, "new@school.example");
    const inactive = { inactive_since: new Date(now().getTime() + day).toISOString() };
    const emails = async (tool: string, args: Json) =>
      rows(await runTool(today, tool, args))
        .map((row) => /\w+@school\.example/.exec(JSON.stringify(row))?.[0] ?? "")
        .toSorted((one, other) => one.localeCompare(other));
    for (const tool of ["list_enrollments", "list_students"]) {
      assert.deepEqual(await emails(tool, inactive), ["early@school.example", "new@school.example"], tool);
      assert.deepEqual(await emails(tool, { ...inactive, enrolled_before: halfway }), ["early@school.example"], tool);
      const dated = { ...inactive, enrolled_before: halfway.slice(0, 10) };
      assert.deepEqual(await emails(tool, dated), ["early@school.example"], tool);
      const both = { ...inactive, enrolled_before: halfway, enrolled_at: { gte: halfway } };
      assert.deepEqual(await emails(tool, both), [], tool);
    }
    const { failure } = await today.call("list_students", { enrolled_before: "soon" });
    assert.match(failure!.message, /enrolled_before|enrolled_at/);
  });
});
