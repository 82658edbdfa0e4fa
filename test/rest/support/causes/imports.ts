import assert from "node:assert/strict";
import { insertForm } from "#domain/content/forms/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../../support/assert-status.ts";
import { now } from "../../../support/clock.ts";
import { database } from "../../../support/databases/database.ts";
import { runJobsOf } from "../../../support/processes/run-jobs.ts";
import { anEmail } from "../added-members.ts";
import { faultsOf, imported } from "../imports.ts";
import type { Operator } from "../operator.ts";
import { aCourse } from "../taught-course.ts";
import { type Causes, done } from "./causes.ts";

export async function bring(operator: Operator, resource: string, row: object): Promise<void> {
  const body = { format: "ndjson", resource, inline: JSON.stringify(row), emit_events: true };
  assert.deepEqual(await faultsOf(operator, await imported(operator, body)), []);
}

/** Imports an order of a new member of the school. */
async function anOrder(
  operator: Operator,
  fields: object = {},
): Promise<{ external_id: string; member_email: string }> {
  const { email } = await operator.site.member({ email: anEmail() });
  const named = { external_id: newId(), member_email: email, placed_at: now().toISOString() };
  const course = await aCourse(operator);
  const plan = { name: "Once", plan_type: "one_time", price };
  const { id } = await done(operator.post(`/courses/${course}/plans`, plan));
  const bought = { product_type: "course_plan", product_id: id, name: "Knots", quantity: 1, unit_amount: price };
  await bring(operator, "orders", { ...named, number: named.external_id, line_items: [bought], ...fields });
  return named;
}

const price = { amount: 2500, currency: "EUR" };
const paid = () => ({
  paid_at: now().toISOString(),
  payments: [{ external_id: newId(), provider: "stripe", method: "card", amount: price, paid_at: now().toISOString() }],
});

async function aComment(operator: Operator): Promise<{ external_id: string }> {
  const course = await aCourse(operator);
  const { email } = await operator.site.member({ email: anEmail() });
  const named = { external_id: newId() };
  const about = { commentable: { type: "course", id: course }, author: { email } };
  await bring(operator, "comments", { ...named, ...about, body: "How?" });
  return named;
}

/** Imported data emits events if the import requests it. */
export const causesOfImports: Causes = {
  "order.created": (operator) => anOrder(operator),
  "order.paid": (operator) => anOrder(operator, paid()),
  "order.canceled": (operator) => anOrder(operator, { status: "canceled" }),
  "order.refunded": (operator) => anOrder(operator, { ...paid(), refunds: [{ external_id: newId(), amount: price }] }),
  "comment.created": aComment,
  "comment.updated": async (operator) =>
    bring(operator, "comments", { ...(await aComment(operator)), body: "How so?" }),
  "comment.deleted": async (operator) => {
    const { external_id } = await aComment(operator);
    const { id, version } = (await database.first<{ id: string; version: number }>`
      select id, version from comments
       where site_id = ${operator.site.site.id} and external_id = ${external_id}`)!;
    const manager = await operator.site.member({ email: anEmail(), roles: ["manager"] });
    const browser = await operator.site.signedIn(manager);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
    const fields = { csrf, act: "delete", version: String(version) };
    const answer = await browser.request("POST", `/admin/comments/${formatId("comment", id)}`, fields);
    assertStatus(answer, 303);
  },
  "form_submission.created": async (operator) => {
    const form = { id: newId(), name: "Questions", slug: `questions-${newId()}` };
    const fields = [{ handle: "why", label: "Why?", kind: "text" as const, required: false }];
    await insertForm({ db: database, site: operator.site.site }, { ...form, fields }, now());
    await bring(operator, "form_submissions", {
      external_id: newId(),
      form_slug: form.slug,
      answers: { why: "To sail" },
    });
  },
  "member.erased": async (operator) => {
    const { sub, email } = await operator.site.member({ email: anEmail() });
    await done(operator.post(`/members/${sub}/erase`, { confirm_email: email, reason: "Asked for" }));
    await runJobsOf(operator.site.site);
  },
};
