import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, ordersOf } from "../support/buyer.ts";

const here = "/admin/orders/record";

async function aSchool() {
  const site = await aSite();
  const operator = await operatorOf(site, "courses:read courses:write curriculum:write");
  const course = await aPaidCourse(operator);
  return { site, course, owner: await site.signedIn(await site.member({ roles: ["owner"] })) };
}

const enrolledIn = ({ site }: ASite) =>
  database.many<{ email: string; source: string }>`
    select members.email, enrollments.source from enrollments
      join members on members.site_id = enrollments.site_id and members.id = enrollments.student_id
     where enrollments.site_id = ${site.id}`;

void describe("Recording a sale in the admin area", () => {
  void test("gives the buyer access and the order a receipt number", async () => {
    const { site, course, owner } = await aSchool();
    const list = await owner.open("/admin/orders");
    assert.match(list.body, new RegExp(`href="${here}"`));
    const page = await owner.open(here);
    assert.match(textOf(page), /Knots \(Full\) · \$49/);
    const typed = {
      email: "ana@harbour.example",
      name: "Ana",
      product: course.plan,
      amount: "39.50",
      reference: "T 7",
    };
    const after = await owner.submit(page, typed, here);
    assert.match(textOf(after), /The sale is recorded\..*\$39\.50/);
    const [order] = await ordersOf(site);
    assert.deepEqual([order!.status, order!.total], ["paid", 3950]);
    assert.match(order!.invoiceNumber!, /^\d{4}-000001$/);
    assert.deepEqual(await enrolledIn(site), [{ email: "ana@harbour.example", source: "purchase" }]);
    assert.ok((await auditActions(site)).includes("recordSale"));
  });

  void test("says why nothing was recorded, and keeps the form", async () => {
    const { site, course, owner } = await aSchool();
    const page = await owner.open(here);
    const typed = { email: "ana@harbour.example", product: course.plan };
    const wrong = await owner.submit(page, { ...typed, amount: "a lot" }, here);
    assert.equal(wrong.status, 422);
    assert.match(textOf(wrong), /Enter an amount like 19\.99/);
    assert.match(wrong.body, /value="ana@harbour.example"/);
    await owner.submit(await owner.open(here), typed, here);
    const again = await owner.submit(await owner.open(here), typed, here);
    assert.match(textOf(again), /already has this item/);
    assert.equal((await ordersOf(site)).length, 1);
  });

  void test("is not offered to lecturers", async () => {
    const { site } = await aSchool();
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    assert.ok([403, 404].includes((await lecturer.open(here)).status));
  });
});
