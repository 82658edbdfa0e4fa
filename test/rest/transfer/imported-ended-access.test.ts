import assert from "node:assert/strict";
import { test } from "node:test";
import { endEnrollments } from "#domain/learning/enrollments/jobs/end-enrollments.ts";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { countsOf, imported, ndjsonOf } from "../support/imports.ts";
import { make } from "../support/make.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes =
  "school:write members:read members:write students:read students:write courses:read courses:write curriculum:write " +
  "orders:read events:write digital_products:write storage:write subscriptions:write membership_plans:write";

const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();

/** The events of enrollments after the clock has passed all ends. */
async function eventsOf({ site }: Operator): Promise<string[]> {
  await endEnrollments(database, now(), { siteId: site.site.id });
  return (await outboxOf(site)).map(({ type }) => type).filter((type) => type.startsWith("enrollment."));
}

const statusesOf = async (operator: Operator) =>
  (await operator.get("/enrollments")).json<{ data: { status: string }[] }>().data.map(({ status }) => status);

void test("Access that had ended when it was imported is expired, and nothing announces its end", async () => {
  const operator = await anOperator(scopes);
  const { id: course, plan } = await aPaidCourse(operator, { access: { kind: "days", days: 30 } });
  const [ana, bo, cy] = [await operator.site.member(), await operator.site.member(), await operator.site.member()];
  const ended = { starts_at: ago(60), enrolled_at: ago(60), expires_at: ago(30) };
  const rows = ndjsonOf(
    { student_email: ana.email, course_id: course, ...ended },
    { student_email: bo.email, course_id: course, ...ended, completed_at: ago(40) },
  );
  const job = await imported(operator, { format: "ndjson", resource: "enrollments", inline: rows });
  assert.deepEqual(countsOf(job), [2, 0, 0, 0]);
  const price = { amount: 4900, currency: "USD" };
  const line = { product_type: "course_plan", product_id: plan, name: "Knots", unit_amount: price };
  const order = { number: "1", email: cy.email, placed_at: ago(60), paid_at: ago(60), line_items: [line] };
  await imported(operator, { format: "ndjson", resource: "orders", inline: ndjsonOf(order), fulfill: true });
  assert.deepEqual(await statusesOf(operator), ["expired", "expired", "expired"]);
  assert.deepEqual(await eventsOf(operator), []);
});

void test("An import that ends access announces it only if events are requested", async () => {
  for (const emit_events of [false, true]) {
    const operator = await anOperator(scopes);
    const { id: course_id } = await make(operator, "/courses", { name: "Knots" });
    const { sub, email } = await operator.site.member();
    await make(operator, "/enrollments", { course_id, student_id: sub, starts_at: ago(60) });
    const inline = ndjsonOf({ student_email: email, course_id, expires_at: ago(1) });
    await imported(operator, { format: "ndjson", resource: "enrollments", inline, emit_events });
    assert.deepEqual(await statusesOf(operator), ["expired"]);
    const events = ["enrollment.created", ...(emit_events ? ["enrollment.expired"] : [])];
    assert.deepEqual(await eventsOf(operator), events);
  }
});
