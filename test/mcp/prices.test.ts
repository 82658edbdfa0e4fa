import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";

async function aCourseToSell() {
  const site = await aSite();
  const agent = await anOperatorAgent(site);
  const { result } = await agent.call("create_course", { name: "Tides" });
  const save = (price: Json) =>
    agent.call("save_course_plan", { course: result["id"], plan: { name: "Once", plan_type: "one_time", price } });
  return { site, agent, save };
}

void test("An agent writes and reads a price as a decimal number; the operator API counts minor units", async () => {
  const { site, agent, save } = await aCourseToSell();
  const prices: [written: string, currency: string, minor: number, read: string][] = [
    ["49", "USD", 4900, "49.00"],
    ["49.5", "USD", 4950, "49.50"],
    ["0.29", "USD", 29, "0.29"],
    ["1200", "TWD", 120_000, "1200.00"],
    ["500", "JPY", 500, "500"],
    ["1.234", "KWD", 1234, "1.234"],
  ];
  for (const [amount, currency, minor, read] of prices) {
    const { result, failure } = await save({ amount, currency });
    assert.equal(failure, undefined, JSON.stringify(failure));
    assert.deepEqual(result["price"], { amount: read, currency });
    const path = `/api/v1/course_plans/${String(result["id"])}`;
    const stored = await site.request("GET", path, { bearer: agent.bearer });
    assert.deepEqual(stored.json<{ price: Json }>().price, { amount: minor, currency });
  }
});

void test("A bare integer and too many digits are refused with the form to send", async () => {
  const { save } = await aCourseToSell();
  const refused: [price: Json, message: RegExp][] = [
    [{ amount: 49, currency: "USD" }, /decimal string.+"49\.00"/],
    [{ amount: "49,00", currency: "USD" }, /decimal string/],
    [{ amount: "-1", currency: "USD" }, /decimal string/],
    [{ amount: "49.001", currency: "USD" }, /at most 2 digits/],
    [{ amount: "1.5", currency: "JPY" }, /at most 0 digits/],
  ];
  for (const [price, message] of refused) {
    const { failure } = await save(price);
    assert.deepEqual([failure?.code, failure?.errors?.[0]?.pointer], ["validation_failed", "/plan/price/amount"]);
    assert.match(failure?.message ?? "", message);
  }
  const unknown = await save({ amount: "1.00", currency: "dollars" });
  assert.deepEqual(unknown.failure?.errors?.[0]?.pointer, "/plan/price/currency");
});

void test("Amounts below other fields, such as the discount of a coupon, have the same form, and metadata is data", async () => {
  const { agent } = await aCourseToSell();
  const metadata = { amount: "5", currency: "USD" };
  const discount = { kind: "amount", amount: { amount: "5.00", currency: "USD" } };
  const { result, failure } = await agent.call("save_coupon", { changes: { code: "TIDE", discount, metadata } });
  assert.equal(failure, undefined, JSON.stringify(failure));
  assert.deepEqual([result["discount"], result["metadata"]], [discount, metadata]);
});

void test("A price that nobody asks is saved with a warning that says what amounts mean", async () => {
  const { save } = await aCourseToSell();
  const unusual: [amount: string, currency: string, size: string][] = [
    ["0.49", "USD", "low"],
    ["49", "JPY", "low"],
    ["490000", "USD", "high"],
  ];
  for (const [amount, currency, size] of unusual) {
    const { result, failure } = await save({ amount, currency });
    assert.equal(failure, undefined, JSON.stringify(failure));
    assert.match(
      String((result["warnings"] as string[])[0]),
      new RegExp(`unusually ${size}: ${currency} .*major unit`),
    );
  }
  const { result } = await save({ amount: "49", currency: "USD" });
  assert.equal(result["warnings"], undefined);
});
