import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { aMeasuredSchool } from "../support/meters/measured-school.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { aSite } from "../support/world.ts";
import { aMemberAgent, anOperatorAgent, type Json } from "./support/agent.ts";
import { type Agent, inMarch, rows, runTool } from "./support/run-tools.ts";

/** The results of the calls so far, and what the school had before. */
interface Known {
  results: Json[];
  given: Json;
}

/** A call of a plan: the tool, and its arguments from what is known by then. */
type Step = [tool: string, args: (known: Known) => Json];

interface Plan {
  job: string;
  /** Prepares the school. The agent knows only the returned values, which a person would tell it. */
  given?: (agent: Agent) => Promise<Json>;
  steps: readonly Step[];
  holds: (known: Known, agent: Agent) => Promise<void> | void;
}

const maxCalls = 4;

/** A course with two sections of one lecture each. */
async function aCourse(agent: Agent): Promise<Json> {
  const { slug: course } = await runTool(agent, "create_course", { name: "Tides" });
  for (const title of ["Ebb", "Flood"]) {
    const { id } = await runTool(agent, "save_section", { course, changes: { title } });
    await runTool(agent, "save_lecture", {
      section_id: id,
      changes: { title: `About ${title}`, kind: "text", body_markdown: "Text." },
    });
  }
  return { course };
}

const question = { kind: "short_text", prompt_markdown: "Which tide?", accepted_answers: ["Ebb"] };
const courseOf = ({ given }: Known) => ({ course: given["course"] });

const plans: readonly Plan[] = [
  {
    job: "Enroll 30 people",
    given: aCourse,
    steps: [
      [
        "enroll_students",
        (known) => ({
          ...courseOf(known),
          people: Array.from({ length: 30 }, (_person, index) => ({ email: `sailor-${index}@school.example` })),
          create_students: true,
        }),
      ],
    ],
    holds: ({ results: [enrolled] }) => assert.equal((enrolled!["summary"] as Json)["created"], 30),
  },
  {
    job: "Add a section",
    given: aCourse,
    steps: [["save_section", (known) => ({ ...courseOf(known), changes: { title: "Slack water", position: 1 } })]],
    async holds({ given }, agent) {
      const titles = rows(await runTool(agent, "list_sections", { course: given["course"] })).map(({ title }) => title);
      assert.deepEqual(titles, ["Ebb", "Slack water", "Flood"]);
    },
  },
  {
    job: "Move a lecture",
    given: aCourse,
    steps: [
      ["list_sections", courseOf],
      ["list_lectures", (known) => ({ ...courseOf(known), q: "Ebb" })],
      [
        "move_lecture",
        ({ results: [sections, lectures] }) => ({
          id: rows(lectures)[0]!["id"],
          section_id: rows(sections).find(({ title }) => title === "Flood")!["id"],
          position: 0,
        }),
      ],
    ],
    async holds({ given, results: [sections] }, agent) {
      const flood = rows(sections).find(({ title }) => title === "Flood")!["id"];
      const args = { course: given["course"], section_id: flood, sort: "position" };
      const titles = rows(await runTool(agent, "list_lectures", args)).map(({ title }) => title);
      assert.deepEqual(titles, ["About Ebb", "About Flood"]);
    },
  },
  {
    job: "Write a quiz",
    given: aCourse,
    steps: [
      ["list_lectures", (known) => ({ ...courseOf(known), q: "Ebb" })],
      ["save_quiz", ({ results: [lectures] }) => ({ id: rows(lectures)[0]!["id"], quiz: { questions: [question] } })],
    ],
    async holds({ results: [lectures] }, agent) {
      const { questions } = await runTool(agent, "get_quiz", { id: rows(lectures)[0]!["id"] });
      assert.equal((questions as Json[]).length, 1);
    },
  },
  {
    job: "Publish a course with a price",
    given: aCourse,
    steps: [
      [
        "save_course_plan",
        (known) => ({
          ...courseOf(known),
          plan: { name: "Once", plan_type: "one_time", price: { amount: "49.00", currency: "USD" } },
        }),
      ],
      ["set_course_state", (known) => ({ ...courseOf(known), state: "publish" })],
    ],
    async holds({ given }, agent) {
      const { plans: offered } = await runTool(agent, "get_course", { course: given["course"] });
      assert.deepEqual((offered as Json[])[0]!["price"], { amount: "49.00", currency: "USD" });
    },
  },
  {
    job: "Find the students who are stuck",
    async given(agent) {
      const { course } = await aCourse(agent);
      const people = [{ email: "lu@school.example", name: "Lu Wei" }];
      await runTool(agent, "enroll_students", { course, people, create_students: true });
      return { course };
    },
    steps: [
      [
        "list_enrollments",
        (known) => ({
          ...courseOf(known),
          status: ["active"],
          inactive_since: now().toISOString(),
          sort: "last_activity_at",
        }),
      ],
      ["list_enrollments", (known) => ({ ...courseOf(known), progress_percent: { lt: 50 }, sort: "progress_percent" })],
    ],
    holds({ results }) {
      for (const enrollments of results) {
        const people = rows(enrollments).map(({ student }) => (student as Json)["untrusted_text"]);
        assert.deepEqual(people, [{ name: "Lu Wei", email: "lu@school.example" }]);
      }
    },
  },
  {
    job: "Publish a product with a file",
    steps: [
      ["save_digital_product", () => ({ changes: { name: "Tide tables" } })],
      ["upload_file", () => ({ filename: "tides.txt", purpose: "digital_product", text: "High water at 6:00" })],
      ["add_product_file", ({ results: [product, file] }) => ({ product: product!["id"], file_id: file!["id"] })],
      ["set_product_state", ({ results: [product] }) => ({ product: product!["id"], state: "publish" })],
    ],
    async holds({ results: [product] }, agent) {
      const shown = await runTool(agent, "get_digital_product", { product: product!["slug"] });
      assert.equal((shown["files"] as Json[]).length, 1);
      const archived = await runTool(agent, "set_product_state", { product: product!["id"], state: "archive" });
      assert.equal(archived["status"], "archived");
    },
  },
  {
    job: "Start an import",
    steps: [
      [
        "start_import",
        () => ({ format: "csv", resource: "students", inline: "email,name\nlu@school.example,Lu Wei\n" }),
      ],
    ],
    async holds({ results: [job] }, agent) {
      const { status } = await runTool(agent, "get_job", { id: job!["id"] });
      assert.equal(status, "succeeded");
      assert.equal(rows(await runTool(agent, "list_students", { q: "Lu Wei" })).length, 1);
      assert.deepEqual(rows(await runTool(agent, "list_job_results", { id: job!["id"], status: ["failed"] })), []);
    },
  },
];

for (const { job, given, steps, holds } of plans) {
  void test(`An agent can do this job in at most ${maxCalls} calls: ${job}`, async () => {
    assert.ok(steps.length <= maxCalls, String(steps.length));
    const site = await aSite({ mcpRequestsPerMinute: 10_000 });
    const agent = await anOperatorAgent(site);
    const known: Known = { results: [], given: (await given?.(agent)) ?? {} };
    for (const [tool, args] of steps) known.results.push(await runTool(agent, tool, args(known)));
    await runJobsOf(site.site);
    await holds(known, agent);
  });
}

const named = (job: string) => `An agent can do this job in at most ${maxCalls} calls: ${job}`;

void test(named("Answer what is owed and what was refunded"), async () => {
  const school = await aMeasuredSchool();
  const member = await school.site.member();
  const line = { productType: "course_plan", productId: newId(), amount: 4950 } as const;
  await school.order(member, null, [line], { currency: "USD", status: "pending" });
  const paid = await school.order(member, inMarch(2), [line], { currency: "USD", status: "refunded" });
  await school.refund(paid, 4950, inMarch(3), { currency: "USD" });
  const agent = await anOperatorAgent(school.site);
  const owed = rows(await runTool(agent, "list_orders", { status: ["pending"] }));
  const refunded = rows(await runTool(agent, "list_refunds", { status: ["succeeded"] }));
  const dollars = { amount: "49.50", currency: "USD" };
  assert.deepEqual([owed.map(({ total }) => total), refunded.map(({ amount }) => amount)], [[dollars], [dollars]]);
});

void test(named("What did I learn last week?"), async () => {
  const school = await aMeasuredSchool();
  const course = await school.course(3, "Tides");
  const agent = await aMemberAgent(school.site);
  const enrollment = await school.enroll(agent.member, course, inMarch(1));
  const lectures = course.lessons.map(({ id }) => id);
  for (const [index, id] of lectures.entries()) {
    await school.progress(enrollment, id, inMarch(1), { completedAt: index === 2 ? null : inMarch(2 + 10 * index) });
    await database.run`
      update lectures set body_markdown = ${`Text ${index}`} where site_id = ${school.site.site.id} and id = ${id}`;
  }
  const completed = rows(
    await runTool(agent, "list_my_completed_lectures", { completed_after: inMarch(10).toISOString() }),
  );
  assert.deepEqual(
    completed.map((lecture) => [lecture["lecture_id"], lecture["course_name"], lecture["completed_at"]]),
    [[formatId("lecture", lectures[1]!), "Tides", inMarch(12).toISOString()]],
  );
  const { course_slug: slug, lecture_id: lecture } = completed[0]!;
  const read = await runTool(agent, "get_my_lecture", { course: slug, lecture_id: lecture });
  assert.deepEqual([read["body_markdown"], read["completed_at"]], ["Text 1", inMarch(12).toISOString()]);
  assert.equal(rows(await runTool(agent, "list_my_completed_lectures", { limit: 1 })).length, 1);
});
