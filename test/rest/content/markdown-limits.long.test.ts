import assert from "node:assert/strict";
import { test } from "node:test";
import type * as z from "zod";
import { formOf } from "#domain/platform/texts/text-fields.ts";
import { bare, nodeOf } from "#lib/wire/schema-node.ts";
import { routes } from "#operations/routes.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { aTaughtCourse, curriculumScopes, type Json } from "../support/taught-course.ts";

/** About 98 kB of two-column rows: these took seconds to render and blocked every site. */
const table = `|a|b|\n|-|-|\n${"|a|b|\n".repeat(16_000)}`;
/** Renders slowly and is allowed: no limit is exceeded. */
const slow = "[".repeat(90_000);

const schoolScopes =
  "courses:read courses:write events:read events:write posts:read posts:write pages:read pages:write appearance:read appearance:write membership_plans:read membership_plans:write digital_products:read digital_products:write lecturers:read lecturers:write";

const refusalOf = async (response: ReturnType<Operator["post"]>) => {
  const { status, code, pointers, detail } = problemOf(await response);
  return [status, code, pointers?.join(), /5,000 table cells/.test(detail)];
};

void test("Each Markdown and HTML field rejects a text above the limits, names the field and the limit, and stores nothing", async () => {
  const operator = await anOperator(schoolScopes);
  const event = { name: "Night", starts_at: "2031-01-01T10:00:00Z", ends_at: "2031-01-01T11:00:00Z", time_zone: "UTC" };
  const faq = { kind: "faq", items: [{ question: "?", answer_markdown: "No." }] };
  const tags = "<x>".repeat(6600);
  const refusals = [
    [operator.post("/courses", { name: "A", description_markdown: table }), "/description_markdown"],
    [operator.post("/events", { ...event, format: "online", description_markdown: table }), "/description_markdown"],
    [operator.post("/lecturers", { name: "Ada", bio_markdown: table }), "/bio_markdown"],
    [operator.post("/posts", { title: "A", access: "public", body_markdown: table }), "/body_markdown"],
    [operator.post("/pages", { title: "A", path: "/a", body_markdown: table }), "/body_markdown"],
    [
      operator.post("/pages", { title: "A", path: "/a", blocks: [faq, { kind: "markdown", markdown: table }] }),
      "/blocks/1/markdown",
    ],
    [
      operator.post("/membership_plans", { name: "A", plan_type: "lifetime", description_markdown: table }),
      "/description_markdown",
    ],
    [operator.post("/digital_products", { name: "A", description_markdown: table }), "/description_markdown"],
  ] as const;
  for (const [response, pointer] of refusals) {
    assert.deepEqual(await refusalOf(response), [422, "validation_failed", pointer, true], pointer);
  }
  const home = { home_sections: [{ kind: "html", settings: { html: tags } }] };
  const blocks = [{ kind: "html", html: tags }];
  for (const [response, pointer] of [
    [operator.put("/appearance/home_sections", home, { "if-match": "*" }), "/home_sections/0/settings/html"],
    [operator.patch("/appearance", { header_html: tags }, { "if-match": "*" }), "/header_html"],
    [operator.post("/posts", { title: "A", access: "public", body_html: tags }), "/body_html"],
    [operator.post("/pages", { title: "A", path: "/a", blocks }), "/blocks/0/html"],
  ] as const) {
    const { status, code, pointers } = problemOf(await response);
    assert.deepEqual([status, code, pointers], [422, "validation_failed", [pointer]]);
  }
  for (const list of ["courses", "events", "lecturers", "posts", "pages", "membership_plans", "digital_products"]) {
    assert.deepEqual((await operator.get(`/${list}`)).json<{ data: unknown[] }>().data, [], list);
  }
});

void test("Bulk rows above a limit fail individually, in a dry run as well", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const row = (body_markdown: string) => ({
    op: "create",
    data: { section_id: section.id, title: "A", kind: "text", body_markdown },
  });
  const operations = [...Array.from({ length: 5 }, () => row(table)), row("*Sound*")];
  for (const query of ["?dry_run=true", ""]) {
    const response = await operator.post(`/lectures/bulk${query}`, { operations });
    assertStatus(response, 200);
    const answer = response.json<Json>();
    const { results } = (query ? Object.values(answer["would"] as Json)[0] : answer) as { results: Json[] };
    const pointers = results.map(({ error }) => (error as { errors?: { pointer: string }[] })?.errors?.[0]?.pointer);
    assert.deepEqual(pointers, [...Array.from({ length: 5 }, () => "/body_markdown"), undefined]);
    assert.equal(results[5]!["status"], "created");
  }
});

void test("Texts are rendered outside of the event loop: the main thread stays idle", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const operations = Array.from({ length: 5 }, (_, index) => ({
    op: "create",
    data: { section_id: section.id, title: `A${index}`, kind: "text", body_markdown: `${slow}${index}` },
  }));
  await operator.post("/lectures/bulk?dry_run=true", { operations: [] });
  const thread = process.threadCpuUsage();
  const all = process.cpuUsage();
  const response = await operator.post("/lectures/bulk?dry_run=true", { operations });
  const onThread = process.threadCpuUsage(thread).user;
  const altogether = process.cpuUsage(all).user;
  assertStatus(response, 200);
  assert.ok(onThread < altogether / 2, `${onThread} of ${altogether} µs of processor time are the main thread's`);
});

void test("Every Markdown field of a write is rendered before its transaction", () => {
  const unmarked = routes.flatMap(({ operation }) =>
    operation.writes ? unmarkedIn(operation.input, new Set()).map((name) => `${operation.name} ${name}`) : [],
  );
  assert.deepEqual(unmarked, []);
});

/** Fields that are named like Markdown, but lack the marker by which they are found. */
function unmarkedIn(schema: z.ZodType, seen: Set<z.ZodType>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const node = nodeOf(schema);
  if (node.kind === "array") return unmarkedIn(node.element, seen);
  if (node.kind === "record") return unmarkedIn(node.value, seen);
  if (node.kind === "choice") return [...node.options.values()].flatMap((option) => unmarkedIn(option, seen));
  if (node.kind !== "object") return [];
  return node.fields.flatMap(([name, field]) => {
    if (!name.endsWith("Markdown")) return unmarkedIn(field, seen);
    return formOf(bare(field)) === "markdown" ? [] : [name];
  });
}
