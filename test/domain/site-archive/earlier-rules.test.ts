import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { anEvent } from "../../rest/support/an-event.ts";
import { make } from "../../rest/support/make.ts";
import { aService } from "../../rest/support/made-consulting.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { aSite } from "../../support/world.ts";
import { assertSame, exportedSite, importedSite } from "./support.ts";

const scopes =
  "school:write courses:write curriculum:write digital_products:write events:write membership_plans:write coupons:write lecturers:write";

void test("An archive is imported with prices in a former currency and a published course with an empty lecture", async () => {
  const operator = await anOperator(scopes);
  const price = { amount: 4900, currency: "EUR" };
  assertStatus(await operator.patch("/school", { currencies: ["EUR", "USD"], default_currency: "USD" }), 200);
  const { id: course } = await make(operator, "/courses", { name: "Knots" });
  await make(operator, `/courses/${course}/plans`, { name: "Once", plan_type: "one_time", price });
  const section = await make(operator, `/courses/${course}/sections`, { title: "One", status: "published" });
  const lecture = { title: "Bowline", kind: "text", body_markdown: "Around the tree." };
  const { id } = await make(operator, `/sections/${section.id}/lectures`, lecture);
  assertStatus(await operator.post(`/courses/${course}/publish`), 200);
  await database.run`
    update lectures set body_markdown = null, body_html = null
     where site_id = ${operator.site.id} and id = ${parseId("lecture", id)}`;
  const event = await anEvent(operator);
  await make(operator, `/events/${event.id}/tickets`, { name: "Seat", price });
  const plan = await make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring" });
  await make(operator, `/membership_plans/${plan.id}/pricings`, { price, interval: "month" });
  await make(operator, "/digital_products", { name: "Charts", price });
  await aService(operator, { price });
  await make(operator, "/coupons", { code: "TEN", discount: { kind: "amount", amount: price } });
  assertStatus(await operator.patch("/school", { currencies: ["USD"] }), 200);

  const archive = await exportedSite(operator.site);
  const target = await aSite();
  const run = await importedSite(target, archive);
  assert.deepEqual(run.reported, []);
  await assertSame(archive, await exportedSite(target), run);
});
