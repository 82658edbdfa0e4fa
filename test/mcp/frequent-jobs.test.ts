import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { aClass, assignmentScopes } from "../rest/support/assigned-class.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { aPaidCourse, aShop, checkOut, decide } from "../pages/support/buyer.ts";
import { day, now } from "../support/clock.ts";
import { aMeasuredSchool } from "../support/meters/measured-school.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { aLiveSite } from "../support/worlds/live-site.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";
import { inMarch, rows, runTool } from "./support/run-tools.ts";

interface Listed {
  name: string;
}

/** A host that calls only what its list of tools has, and counts. A refused call fails the test. */
async function aHost(origin: string, bearer: string) {
  const client = new Client({ name: "desk-agent", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  const listed = new Set(((await client.listTools()).tools as Listed[]).map(({ name }) => name));
  let calls = 0;
  return {
    calls: () => calls,
    close: () => client.close(),
    async call(name: string, args: Json): Promise<Json> {
      calls += 1;
      assert.ok(listed.has(name), `${name} is not in the list of tools.`);
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
      assert.notEqual(isError, true, `${name} ${JSON.stringify(content)}`);
      return structuredContent as Json;
    },
  };
}

const people = Array.from({ length: 30 }, (_person, index) => ({
  email: index === 7 ? "no address" : `sailor-${index}@school.example`,
}));

const lecture = (title: string) => ({ title, kind: "text", status: "published", body_markdown: `About ${title}.` });

/** Students who were inactive on this day, counted from now. */
const audience = (days: number) => ({
  kind: "inactive",
  inactive_since: new Date(now().getTime() + days * day).toISOString(),
});

void test("An agent does seven frequent jobs in 14 calls of listed tools, none of them refused", async () => {
  const live = await aLiveSite({ mcpRequestsPerMinute: 10_000 });
  const staff = await anOperatorAgent(live.site);
  const host = await aHost(live.origin, staff.bearer);
  try {
    // A course from an outline, published.
    const { id: course } = await host.call("create_course", { name: "Tides", course_type: "free" });
    const { etag } = await host.call("get_curriculum", { course });
    const essay = {
      title: "Essay",
      kind: "assignment",
      status: "published",
      assignment: { instructions_markdown: "Write about the tides." },
    };
    const sections = [
      { title: "Ebb", lectures: [lecture("Low water"), essay] },
      { title: "Flood", lectures: [lecture("High water")] },
    ];
    const tree = await host.call("save_curriculum", { course, tree: { sections }, if_match: etag });
    assert.equal((await host.call("set_course_state", { course, state: "publish" }))["status"], "published");

    // Move a lecture.
    const [ebb, flood] = tree["sections"] as { id: string; lectures: { id: string }[] }[];
    await host.call("move_lecture", { id: ebb!.lectures[0]!.id, section_id: flood!.id, position: 0 });

    // Enroll 30 people, one address bad.
    const enrolled = await host.call("enroll_students", { course, people, create_students: true });
    assert.equal((enrolled["summary"] as Json)["created"], 29);
    assert.equal((enrolled["summary"] as Json)["failed"], 1);

    // Write to students inactive for 14 days: none of the new ones is.
    const text = { subject: "We miss you", body_markdown: "Come back." };
    const preview = await host.call("send_message", { audience: audience(1), ...text, dry_run: true });
    const { would } = preview as { would: { create: Json } };
    assert.match(JSON.stringify(would), /"recipient_count":29/);
    const sent = await host.call("send_message", { audience: audience(1), ...text, confirm: true });
    assert.equal(sent["recipient_count"], 29);

    // A coupon.
    await host.call("save_coupon", { changes: { code: "TIDES20", discount: { kind: "percent", percent: 20 } } });

    // Publish an event.
    const starts = new Date(now().getTime() + 30 * day);
    const { id: event } = await host.call("save_event", {
      changes: {
        name: "Night sail",
        format: "in_person",
        starts_at: starts.toISOString(),
        ends_at: new Date(starts.getTime() + 7_200_000).toISOString(),
        time_zone: "Europe/Lisbon",
        location: { name: "Pier 4" },
      },
    });
    await host.call("save_event_ticket", { event, ticket: { name: "Seat" } });
    assert.equal((await host.call("set_event_state", { event, state: "publish" }))["status"], "published");

    // Export data.
    const job = await host.call("start_export", { resources: ["students"], format: "csv" });
    await runJobsOf(live.site.site);
    const { status } = await host.call("get_job", { id: job["id"] });
    assert.equal(status, "succeeded");
    assert.equal(host.calls(), 14);
  } finally {
    await host.close();
    await live.close();
  }
});

void test("An agent names the best selling courses of a month in one call", async () => {
  const live = await aLiveSite();
  const school = await aMeasuredSchool(live.site);
  const staff = await anOperatorAgent(live.site);
  const host = await aHost(live.origin, staff.bearer);
  try {
    const member = await live.site.member();
    for (const [name, amount] of [
      ["Knots", 1000],
      ["Tides", 4950],
    ] as const) {
      const { id: courseId } = await school.course(1, name);
      const plan = { name: "Once", plan_type: "one_time", price: { amount: "49.50", currency: "USD" } };
      const { id } = await runTool(staff, "save_course_plan", { course: formatId("course", courseId), plan });
      const productId = parseId("coursePlan", String(id))!;
      await school.order(member, inMarch(2), [{ productType: "course_plan", productId, amount }], { currency: "USD" });
    }
    await school.runRollups();
    const sales = await host.call("get_revenue", { from: "2026-03-01", to: "2026-03-31", group_by: "course" });
    const best = rows(sales).map(({ group, gross, currency }) => [(group as Json)["name"], gross, currency]);
    assert.deepEqual(best, [
      ["Tides", "49.50", "USD"],
      ["Knots", "10.00", "USD"],
    ]);
    assert.equal(host.calls(), 1);
  } finally {
    await host.close();
    await live.close();
  }
});

void test("An agent grades a submission in two calls", async () => {
  const live = await aLiveSite();
  const operator = await operatorOf(live.site, assignmentScopes);
  const { handIn } = await aClass(operator);
  await handIn({ text: "Over, around and back." });
  const staff = await anOperatorAgent(live.site);
  const host = await aHost(live.origin, staff.bearer);
  try {
    const [work, ...others] = rows(await host.call("list_submissions", { status: "submitted" }));
    assert.equal(others.length, 0);
    assert.match(JSON.stringify(work!["untrusted_text"]), /Over, around and back\./);
    const grade = { id: work!["id"], score: 8, feedback: "It holds." };
    const graded = await host.call("grade_submission", grade);
    assert.deepEqual([graded["status"], graded["score"]], ["graded", 8]);
    assert.equal(host.calls(), 2);
  } finally {
    await host.close();
    await live.close();
  }
});

/** What explains a failed payment to the person who asks. */
const explanation = ["provider", "method", "status", "amount", "failure_code", "created_at"] as const;

void test("An agent explains a failed payment in two calls", async () => {
  const live = await aLiveSite({ openSignUp: true });
  const { operator } = await aShop(live.site);
  const course = await aPaidCourse(operator);
  const buyer = await live.site.member();
  const browser = await live.site.signedIn(buyer);
  await decide(browser, await checkOut(browser, course.plan), "failed");
  const staff = await anOperatorAgent(live.site);
  const host = await aHost(live.origin, staff.bearer);
  try {
    const [order] = rows(await host.call("list_orders", { email: buyer.email, status: "failed" }));
    const { payments, line_items: items } = await host.call("get_order", { id: order!["id"] });
    const [payment] = payments as Json[];
    for (const field of explanation) assert.ok(payment![field] !== undefined && payment![field] !== null, field);
    assert.deepEqual([payment!["status"], payment!["amount"]], ["failed", { amount: "49.00", currency: "USD" }]);
    assert.equal(payment!["failure_code"], "insufficient_funds");
    assert.match(JSON.stringify(payment), /Your card has insufficient funds\./);
    assert.match(JSON.stringify(items), /Knots/);
    assert.equal(host.calls(), 2);
  } finally {
    await host.close();
    await live.close();
  }
});
