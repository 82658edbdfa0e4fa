import assert from "node:assert/strict";
import { test } from "node:test";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { anInhabitedSite } from "../support/worlds/inhabited-site.ts";
import { aSite } from "../support/world.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../support/clock.ts";
import { agentAt, aMemberAgent, anOperatorAgent, type Json } from "./support/agent.ts";

interface Listed {
  name: string;
  annotations: { readOnlyHint: boolean };
  inputSchema: { required?: string[]; properties: Json };
  outputSchema: Json;
}
const maxResultBytes = 25_000;

/** Where to find the id for tools that need a resource id. */
const sources: Record<string, [list: string, argument: string, field?: string]> = {
  fetch: ["list_courses", "id"],
  get_course: ["list_courses", "course", "slug"],
  get_course_outline: ["list_courses", "course"],
  list_course_reviews: ["list_courses", "course"],
  get_lecturer: ["list_lecturers", "lecturer", "slug"],
  get_event: ["list_events", "event", "slug"],
  get_membership_plan: ["list_membership_plans", "plan", "slug"],
  get_digital_product: ["list_digital_products", "product", "slug"],
  get_consulting_service: ["list_consulting_services", "service", "slug"],
  get_post: ["list_posts", "post", "slug"],
  admin_get_course: ["admin_list_courses", "course"],
  get_curriculum: ["admin_list_courses", "course"],
  get_student: ["list_students", "id"],
  get_member: ["list_members", "id"],
  admin_get_post: ["admin_list_posts", "post"],
  admin_get_page: ["list_pages", "page"],
  get_form: ["list_forms", "id"],
  list_form_submissions: ["list_forms", "id"],
  get_my_course: ["list_my_courses", "course", "slug"],
};

void test("The result of every reading tool matches its schema, equals its text, and is short", async () => {
  const { site, member } = await anInhabitedSite("Sounding");
  const operator = await anOperatorAgent(site);
  const { access_token: own } = await site.connect(await site.operatorClient(), member, "account:read");
  const validator = new AjvJsonSchemaValidator();
  const answered = new Map<string, Json>();
  for (const agent of [operator, agentAt(site, own)]) {
    const response = await agent.send("tools/list", {}, { "x-mcp-toolsets": "all" });
    const { tools } = response.json<{ result: { tools: Listed[] } }>().result;
    const readers = tools.filter(({ name, annotations }) => annotations.readOnlyHint && name !== "sign_in");
    for (const { name, inputSchema, outputSchema } of readers.toSorted(
      (a, b) => (a.inputSchema.required?.length ?? 0) - (b.inputSchema.required?.length ?? 0),
    )) {
      const [list, argument, field = "id"] = sources[name] ?? [];
      const [first] = (list ? (answered.get(list)?.["data"] as Json[] | undefined) : undefined) ?? [];
      const needs = inputSchema.required ?? [];
      const args = argument && first ? { [argument]: first[field] } : name === "search" ? { query: "a" } : {};
      if (needs.some((required) => !(required in args))) continue;
      const { result, failure, error } = await agent.call(name, args);
      assert.deepEqual([failure, error], [undefined, undefined], name);
      const check = validator.getValidator(outputSchema)(result);
      assert.ok(check.valid, `${name}: ${check.errorMessage}`);
      assert.ok(Buffer.byteLength(JSON.stringify(result)) <= maxResultBytes, name);
      answered.set(name, result);
    }
  }
  assert.ok(answered.size >= 50, [...answered.keys()].join(" "));
});

void test("A list that would be too long is truncated, says so, and continues with a cursor", async () => {
  const site = await aSite();
  for (let number = 0; number < 40; number++) {
    const course = { id: newId(), slug: `course-${number}`, name: `Course ${number}`, position: number };
    const long = {
      subtitle: "x".repeat(280),
      tags: Array.from({ length: 20 }, (_tag, index) => `tag-${index}-`.repeat(4)),
    };
    await insertCourse(site.context(), { ...course, ...long, status: "published", publishedAt: now() }, now());
  }
  const agent = agentAt(site);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const args: Json = { limit: 40, ...(cursor !== null && { cursor }) };
    const { result } = await agent.call("list_courses", args);
    assert.ok(Buffer.byteLength(JSON.stringify(result)) <= maxResultBytes);
    const data = result["data"] as { slug: string }[];
    if (data.length < 40 - seen.length) assert.equal(result["truncated"], true);
    seen.push(...data.map(({ slug }) => slug));
    cursor = (result["page"] as { next_cursor: string | null }).next_cursor;
  } while (cursor !== null);
  assert.deepEqual(
    seen,
    Array.from({ length: 40 }, (_course, number) => `course-${number}`),
  );
  const chosen = await agent.call("list_courses", { limit: 40, fields: ["name", "url"] });
  assert.deepEqual(Object.keys((chosen.result["data"] as Json[])[0]!), ["name", "url"]);
  assert.equal(chosen.result["truncated"], undefined);
  assert.equal((await agent.call("list_courses", { fields: ["nmae"] })).failure?.code, "invalid_request");
});

void test("A resource that would be too long is truncated, says so, and cannot be sent back", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  const text = "Long ".repeat(15_000);
  const { result: made } = await operator.call("create_course", { name: "Tides", description_markdown: text });
  const { result } = await operator.call("admin_get_course", { course: made["id"] });
  assert.equal(result["truncated"], true);
  assert.ok(Buffer.byteLength(JSON.stringify(result)) <= maxResultBytes);
  assert.equal(result["etag"], undefined);
  const { result: part } = await operator.call("admin_get_course", { course: made["id"], fields: ["id", "name"] });
  assert.deepEqual(part, { id: made["id"], name: "Tides" }, "A part has no etag either.");
});

void test("A change can require the version that was read; states and plans are actions of one tool", async () => {
  const operator = await anOperatorAgent(await aSite());
  const { result: made } = await operator.call("create_course", { name: "Tides" });
  const course = made["slug"];
  const { result: first } = await operator.call("update_course", {
    course,
    changes: { name: "Neap tides" },
    if_match: "1",
  });
  assert.deepEqual([first["name"], first["etag"]], ["Neap tides", "2"]);
  const { failure } = await operator.call("update_course", { course, changes: { name: "X" }, if_match: "1" });
  assert.equal(failure?.code, "etag_mismatch");
  assert.match(failure.recovery, /with admin_get_course,/);
  const wrong = await operator.call("update_course", { course, changes: { nmae: "X" } });
  assert.deepEqual([wrong.failure?.code, wrong.failure?.errors?.[0]?.pointer], ["unknown_field", "/changes/nmae"]);
  const bad = await operator.call("update_course", { course, changes: { slug: "NO" } });
  assert.deepEqual([bad.failure?.code, bad.failure?.errors?.[0]?.pointer], ["validation_failed", "/changes/slug"]);
  const none = await operator.call("update_course", { course });
  assert.equal(none.failure?.errors?.[0]?.pointer, "/changes");

  const plan = await operator.call("save_course_plan", { course, plan: { name: "Once", plan_type: "free" } });
  assert.equal(plan.failure, undefined, JSON.stringify(plan.failure));
  const renamed = await operator.call("save_course_plan", { id: plan.result["id"], plan: { name: "Free" } });
  assert.equal(renamed.result["name"], "Free");
  const odd = await operator.call("set_course_state", { course, state: "explode" });
  assert.equal(odd.failure?.errors?.[0]?.pointer, "/state");
  const archived = await operator.call("set_course_state", { course, state: "archive", dry_run: true });
  assert.equal((archived.result["would"] as Json)["status"], "archived");
});

void test("A single value is accepted for a list, and an unknown sort order fails with the known ones", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  await operator.call("create_course", { name: "Tides" });
  for (const sort of ["name", ["name"]]) {
    const { result, failure } = await operator.call("admin_list_courses", { sort });
    assert.equal(failure, undefined, JSON.stringify(failure));
    assert.equal((result["data"] as Json[]).length, 1);
  }
  const { failure } = await operator.call("admin_list_courses", { sort: "price" });
  assert.deepEqual(
    failure?.errors?.map(({ pointer }) => pointer),
    ["/sort/0"],
  );
  assert.match(failure.message, /one of .*name, -name.*expand=plans/);
  const anonymous = await agentAt(site).call("list_courses", { sort: "-price" });
  assert.match(anonymous.failure?.message ?? "", /one of position, -position.*filter with `price_max`.*get_pricing/);
  const [rest] = (await site.get("/api/v1/courses?sort=price", { bearer: operator.bearer })).json<{ errors: Json[] }>()
    .errors;
  assert.match(String(rest!["detail"]), /one of .*name, -name.*expand=plans/);
  const number = await operator.call("admin_list_courses", { sort: 7 });
  assert.deepEqual(
    number.failure?.errors?.map(({ pointer }) => pointer),
    ["/sort"],
  );
});

void test("Text from outside the staff is kept separate, and names are pseudonyms if the site has this setting", async () => {
  const { site } = await anInhabitedSite("Plumbline");
  const operator = await anOperatorAgent(site);
  const { result: reviews } = await operator.call("list_reviews");
  const [review] = reviews["data"] as { untrusted_text: Json }[];
  assert.ok(typeof review?.untrusted_text["body"] === "string" && !("body" in review));
  const emails = async () => {
    const { result } = await operator.call("list_members");
    return (result["data"] as { untrusted_text: { email: string; name: string | null } }[]).map(
      ({ untrusted_text: { email, name } }) => [email, name],
    );
  };
  assert.ok((await emails()).some(([email]) => email?.includes("@example.test")));
  const studentsIn = async (tool: string) => {
    const { data } = (await operator.call(tool)).result as { data: { student_id: string; student: Json }[] };
    assert.ok(data.length > 0, tool);
    for (const { student, student_id } of data) assert.equal(student["id"], student_id, tool);
    return data.map(({ student }) => (student["untrusted_text"] as Json)["email"] as string);
  };
  const lists = ["list_enrollments", "list_submissions", "list_quiz_attempts"];
  for (const list of lists) assert.doesNotMatch((await studentsIn(list)).join(" "), /pseudonym/, list);
  await site.set({ mcpPseudonyms: true });
  for (const list of lists) {
    assert.ok(
      (await studentsIn(list)).every((email) => email.endsWith("@pseudonym.invalid")),
      list,
    );
  }
  const hidden = await emails();
  assert.ok(
    hidden.every(([email]) => email?.endsWith("@pseudonym.invalid")),
    JSON.stringify(hidden),
  );
  assert.equal(new Set(hidden.map(([email]) => email)).size, hidden.length);
  assert.deepEqual(await emails(), hidden);
});

void test("People are enrolled by the slug of a course, and members read their own data", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  const student = await aMemberAgent(site);
  const { result: made } = await operator.call("create_course", { name: "Tides" });
  const people = [{ student_id: student.member.sub }, { email: "not an address" }];
  const { result, failure } = await operator.call("enroll_students", { course: made["slug"], people });
  assert.equal(failure, undefined, JSON.stringify(failure));
  assert.deepEqual(result["summary"], { created: 1, updated: 0, deleted: 0, unchanged: 0, failed: 1 });
  const { result: listed } = await operator.call("list_enrollments", { course: made["slug"] });
  const [enrollment] = listed["data"] as { id: string }[];
  const { result: mine } = await student.call("list_my_courses");
  assert.deepEqual(
    (mine["data"] as { slug: string; enrollment_id: string }[]).map(({ slug, enrollment_id }) => [slug, enrollment_id]),
    [[made["slug"], enrollment!.id]],
  );
  const { result: one } = await student.call("get_my_course", { course: made["slug"] });
  assert.deepEqual([one["certificate"], one["sections"], one["status"]], [null, [], "active"]);
  const { result: progress } = await operator.call("get_progress", { id: enrollment!.id });
  assert.deepEqual([progress["enrollment_id"], progress["percent"], progress["sections"]], [enrollment!.id, 0, []]);
  const { result: opened } = await operator.call("unlock_content", { id: enrollment!.id, all: true });
  assert.equal(opened["all"], true);
  const certificate = await operator.call("issue_certificate", { enrollment_id: enrollment!.id });
  assert.equal(certificate.failure?.code, "invalid_state");
  const { result: changed } = await operator.call("change_enrollment", { id: enrollment!.id, action: "revoke" });
  assert.equal(changed["status"], "revoked");
  assert.equal((await student.call("get_my_course", { course: made["slug"] })).failure?.code, "not_found");
  assert.deepEqual((await student.call("get_my_profile")).result["untrusted_text"], {
    name: "Ana Lima",
    email: student.member.email,
  });
});

void test("The audit log names the tool and application that made a change", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  await operator.call("create_course", { name: "Tides" });
  const browser = await site.signedIn(operator.member);
  const page = await browser.open("/admin/security/audit-log?action=createCourse");
  const pageText = page.body.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  assert.match(pageText, /By the agent Back office, for .+, with the tool create_course/);
});

void test("The log can be filtered by tool, and by all changes of agents", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  await operator.call("create_course", { name: "Tides" });
  const { failure } = await operator.call("save_post", {
    changes: { title: "Spring tides", access: "public", body_markdown: "Soon." },
  });
  assert.equal(failure, undefined);
  const browser = await site.signedIn(operator.member);
  const headings = async (tool: string) => {
    const { body } = await browser.open(`/admin/security/audit-log?tool=${encodeURIComponent(tool)}`);
    return [...body.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);
  };
  assert.deepEqual(await headings("create_course"), ["A course was created"]);
  assert.deepEqual(await headings("*"), ["A post was created", "A course was created"]);
  assert.deepEqual(await headings("update_course"), []);
  const { body } = await browser.open("/admin/security/audit-log?tool=create_course");
  assert.match(body, /href="[^"]*\?tool=create_course">Only this tool</);
});
