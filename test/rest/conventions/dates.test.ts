import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { agentAt } from "../../mcp/support/agent.ts";
import { countsOf, csvOf, imported } from "../support/imports.ts";
import { type Json, make } from "../support/make.ts";
import { aService, slotsOf } from "../support/made-consulting.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes =
  "school:read school:write courses:read courses:write curriculum:write coupons:read coupons:write members:read students:read students:write membership_plans:write analytics:read events:write digital_products:read digital_products:write lecturers:write";

const tenOff = { discount: { kind: "percent", percent: 10 } };

/** An operator of a school in Taipei, which has no clock changes: days begin at 16:00 UTC. */
async function inTaipei(): Promise<Operator> {
  const operator = await anOperator(scopes);
  assertStatus(await operator.patch("/school", { time_zone: "Asia/Taipei" }), 200);
  return operator;
}

void test("A date is a day of the school: its start for starts, its end for ends, at any level of a request", async () => {
  const operator = await inTaipei();
  const plan = { name: "Season", plan_type: "fixed_date", fixed_end_date: "2034-12-31" };
  assert.equal((await make(operator, "/membership_plans", plan))["fixed_end_date"], "2034-12-31T15:59:59.999Z");

  const course = await make(operator, "/courses", { name: "Knots", access: { kind: "until", until: "2034-12-31" } });
  assert.deepEqual(course["access"], { kind: "until", until: "2034-12-31T15:59:59.999Z" });
  const period = { available_from: "2034-01-01", available_until: "2034-01-01" };
  const changed = await operator.patch(`/courses/${course.id}`, period);
  assertStatus(changed, 200);
  const { available_from: from, available_until: until } = changed.json<Json>();
  assert.deepEqual([from, until], ["2033-12-31T16:00:00.000Z", "2034-01-01T15:59:59.999Z"]);

  const operations = [{ op: "update", id: course.id, data: { available_until: "2034-02-28" } }];
  assertStatus(await operator.post("/courses/bulk", { operations }), 200);
  const { available_until: later } = (await operator.get(`/courses/${course.id}`)).json<Json>();
  assert.equal(later, "2034-02-28T15:59:59.999Z");
});

void test("On days when clocks change, a date has 23 or 25 hours", async () => {
  const operator = await inTaipei();
  assertStatus(await operator.patch("/school", { time_zone: "Europe/Berlin" }), 200);
  const days: [date: string, start: string, end: string][] = [
    ["2034-03-26", "2034-03-25T23:00:00.000Z", "2034-03-26T21:59:59.999Z"],
    ["2034-10-29", "2034-10-28T22:00:00.000Z", "2034-10-29T22:59:59.999Z"],
  ];
  for (const [date, start, end] of days) {
    const coupon = await make(operator, "/coupons", { ...tenOff, code: date, starts_at: date, expires_at: date });
    assert.deepEqual([coupon["starts_at"], coupon["expires_at"]], [start, end]);
  }
  const service = await aService(operator);
  await slotsOf(operator, service, "2034-10-01", "2034-10-31");
});

void test("The first and the last days that can be stored are accepted", async () => {
  const operator = await inTaipei();
  const coupon = await make(operator, "/coupons", { ...tenOff, code: "EVER", expires_at: "9999-12-31" });
  assert.equal(coupon["expires_at"], "9999-12-31T23:59:59.999Z");
  const response = await operator.get("/coupons?expires_at[gte]=0001-01-01&expires_at[lte]=9999-12-31");
  assertStatus(response, 200);
  assert.equal(response.json<{ data: Json[] }>().data.length, 1);
});

void test("A date as a bound of a filter is the whole day", async () => {
  const operator = await inTaipei();
  const expiries = { LAST: "2034-12-30T15:59:59.999Z", NOON: "2034-12-31T04:00:00Z", NEXT: "2034-12-31T16:00:00Z" };
  for (const [code, expiry] of Object.entries(expiries)) {
    await make(operator, "/coupons", { ...tenOff, code, expires_at: expiry });
  }
  const expected = { gte: ["NEXT", "NOON"], gt: ["NEXT"], lte: ["LAST", "NOON"], lt: ["LAST"] };
  for (const [bound, codes] of Object.entries(expected)) {
    const response = await operator.get(`/coupons?sort=code&expires_at[${bound}]=2034-12-31`);
    assertStatus(response, 200);
    assert.deepEqual(
      response.json<{ data: { code: string }[] }>().data.map(({ code }) => code),
      codes,
      bound,
    );
  }
});

void test("Analytics count whole days, in the time zone of the request if it has one", async () => {
  const operator = await inTaipei();
  const periodOf = async (query: string) => {
    const response = await operator.get(`/analytics/overview?from=2026-03-01&to=2026-03-31${query}`);
    assertStatus(response, 200);
    const { from, to } = response.json<Json>();
    return [from, to];
  };
  assert.deepEqual(await periodOf(""), ["2026-02-28T16:00:00.000Z", "2026-03-31T16:00:00.000Z"]);
  assert.deepEqual(await periodOf("&time_zone=UTC"), ["2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"]);
});

void test("A day that does not exist and a time without a zone are refused, and exact times need a time", async () => {
  const operator = await inTaipei();
  const expected = "Expected a date like 2026-03-01, or a timestamp like 2026-03-01T09:00:00Z (RFC 3339).";
  for (const date of ["2034-02-30", "2034-2-3", "2034-02-03T10:00"]) {
    const refused = problemOf(await operator.post("/coupons", { ...tenOff, code: "TIDE", expires_at: date }));
    assert.deepEqual([refused.status, refused.detail], [422, `/expires_at: ${expected}`], date);
  }
  const yearZero = { ...tenOff, code: "TIDE", expires_at: "0000-01-01" };
  assert.equal((await operator.post("/coupons", yearZero)).statusCode, 422);
  const event = { name: "Regatta", format: "online", starts_at: "2034-02-03", ends_at: "2034-02-04", time_zone: "UTC" };
  const { detail } = problemOf(await operator.post("/events", event));
  assert.match(detail, /^\/starts_at: Expected a timestamp like 2026-03-01T09:00:00Z \(RFC 3339\)\./);
});

void test("Imports read dates as days of the school", async () => {
  const operator = await inTaipei();
  await make(operator, "/courses", { name: "Knots", slug: "knots" });
  const header = "student_email,course_slug,enrolled_at,expires_at";
  const student = await operator.site.member({ roles: ["student"] });
  const rows = csvOf(header, `${student.email},knots,2026-01-02,2034-12-31`);
  assert.deepEqual(
    countsOf(await imported(operator, { format: "csv", resource: "enrollments", inline: rows })),
    [1, 0, 0, 0],
  );
  const [enrollment] = (await operator.get("/enrollments")).json<{ data: Json[] }>().data;
  assert.deepEqual(
    [enrollment?.["enrolled_at"], enrollment?.["expires_at"]],
    ["2026-01-01T16:00:00.000Z", "2034-12-31T15:59:59.999Z"],
  );

  const document = JSON.stringify({ name: "Splices", slug: "splices", available_until: "2034-12-31" });
  assert.deepEqual(countsOf(await imported(operator, { format: "course_json", inline: document })), [1, 0, 0, 0]);
  const folder = { "tides/course.md": "---\nname: Tides\navailable_until: 2034-12-31\n---\n" };
  const files = Object.entries(folder).map(([path, content]) => ({ path, content }));
  assert.deepEqual(countsOf(await imported(operator, { format: "course_folder", files })), [1, 0, 0, 0]);
  for (const slug of ["splices", "tides"]) {
    const { available_until: end } = (await operator.get(`/courses/${slug}`)).json<Json>();
    assert.equal(end, "2034-12-31T15:59:59.999Z", slug);
  }
});

void test("Tools accept dates, and say so", async () => {
  const operator = await inTaipei();
  const agent = agentAt(operator.site, operator.bearer);
  const { result, failure } = await agent.call("save_coupon", {
    changes: { code: "TIDE", ...tenOff, expires_at: "2034-12-31" },
  });
  assert.equal(failure, undefined, JSON.stringify(failure));
  assert.equal(result["expires_at"], "2034-12-31T15:59:59.999Z");
  const listed = await agent.call("list_coupons", { expires_at: { lt: "2034-12-31" } });
  assert.deepEqual([listed.failure, listed.result["data"]], [undefined, []]);
  const { tools } = await agent.ask<{ tools: { name: string; inputSchema: Json }[] }>("tools/list");
  const schema = JSON.stringify(tools.find(({ name }) => name === "enroll_students")?.inputSchema);
  assert.match(schema, /"expires_at":\{[^}]*\(date or RFC 3339\)/);
  assert.doesNotMatch(schema, /date-time/);
});
