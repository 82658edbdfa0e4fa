import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anOperator } from "../../rest/support/operator.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { created } from "../support/free-school.ts";

interface Plan {
  name: string;
  plan_type: string;
  price: { amount: number; currency: string } | null;
  installments: object | null;
}

async function aForm() {
  const operator = await anOperator("courses:read courses:write");
  const course = await created(operator.post("/courses", { name: "Knots" }));
  const visitor = new Visitor(await operator.site.signedIn(await operator.site.member({ roles: ["owner"] })));
  await visitor.open(`/admin/courses/${course.id}/plans/new`);
  const plans = async () => (await operator.get(`/courses/${course.id}/plans`)).json<{ data: Plan[] }>().data;
  return { visitor, plans };
}

void describe("The form of a price, without scripts,", () => {
  void test("needs an amount only", async () => {
    const { visitor, plans } = await aForm();
    visitor.seesNot("Until a fixed date").enter({ "Price › Amount": "49" });
    await visitor.click("Create");
    const [plan] = await plans();
    assert.deepEqual([plan!.name, plan!.plan_type, plan!.price!.amount], ["Full access", "one_time", 4900]);
  });

  void test("leaves out what the chosen type does not have", async () => {
    const { visitor, plans } = await aForm();
    visitor.enter({ "Price › Amount": "90", "Installments › Number of installments": "3" });
    visitor.enter({ "Installments › Interval": "Month", "How students pay": "Installments" });
    await visitor.click("Create");
    const [plan] = await plans();
    assert.deepEqual(plan!.installments, { count: 3, interval: "month" });
    await visitor.click("Full access", "Edit");
    visitor.enter({ "How students pay": "Free" });
    await visitor.click("Save");
    const [changed] = await plans();
    assert.deepEqual([changed!.plan_type, changed!.price, changed!.installments], ["free", null, null]);
  });
});
