import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk } from "../support/assert-status.ts";
import { day, now } from "../support/clock.ts";
import { sendFile } from "../support/worlds/uploads.ts";
import { anOperator, type Operator } from "../rest/support/operator.ts";

type Json = Record<string, unknown>;
const scopes = "digital_products:read digital_products:write storage:write lecturers:write";

/** Returns the result of a tool called without a token. */
async function callTool({ site }: Operator, name: string, args: Json): Promise<{ result: Json; isError: boolean }> {
  const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  const response = await site.request("POST", "/mcp", { payload, headers });
  const { result } = response.json<{ result: { structuredContent: Json; isError?: boolean } }>();
  return { result: result.structuredContent, isError: result.isError === true };
}
const make = async (operator: Operator, path: string, fields: Json) => {
  const response = await operator.post(path, fields);
  assertOk(response);
  return response.json<{ id: string; slug: string }>();
};
const namesIn = ({ result }: { result: Json }) => (result["data"] as { name: string }[]).map(({ name }) => name);
const usd = (amount: number) => ({ amount, currency: "USD" });

async function aPublishedProduct(operator: Operator) {
  const product = await make(operator, "/digital_products", { name: "Tide tables", price: usd(900), tags: ["sea"] });
  const file = await sendFile(operator, Buffer.from("High water"), { purpose: "digital_product" });
  await make(operator, `/digital_products/${product.id}/files`, { file_id: file.json<{ id: string }>().id });
  await make(operator, `/digital_products/${product.id}/publish`, {});
  return product;
}

async function aPublishedService(operator: Operator) {
  const lecturer = await make(operator, "/lecturers", { name: "Lu", title: "Pilot" });
  const weekly = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((weekday) => ({
    day: weekday,
    from: "09:00",
    to: "11:00",
  }));
  return make(operator, "/consulting_services", {
    name: "Navigation hour",
    price: usd(5000),
    duration_minutes: 60,
    lecturer_ids: [lecturer.id],
    status: "published",
    availability: { time_zone: "Asia/Taipei", weekly },
  });
}

void test("Agents see published digital products and their contents, without file locations", async () => {
  const operator = await anOperator(scopes);
  const product = await aPublishedProduct(operator);
  const draft = await make(operator, "/digital_products", { name: "Draft" });
  assert.deepEqual(namesIn(await callTool(operator, "list_digital_products", {})), ["Tide tables"]);
  assert.deepEqual(namesIn(await callTool(operator, "list_digital_products", { q: "star" })), []);
  const { result } = await callTool(operator, "get_digital_product", { product: "tide-tables" });
  assert.deepEqual([result["id"], result["price"]], [product.id, { amount: "9.00", currency: "USD" }]);
  assert.deepEqual(result["files"], [{ name: "notes.txt", byte_size: 10 }]);
  assert.doesNotMatch(JSON.stringify(result), /fil_/);
  assert.equal((await callTool(operator, "get_digital_product", { product: draft.id })).isError, true);
});

void test("Agents see published consulting services and their free slots", async () => {
  const operator = await anOperator(scopes);
  const service = await aPublishedService(operator);
  assert.deepEqual(namesIn(await callTool(operator, "list_consulting_services", {})), ["Navigation hour"]);
  const date = new Date(now().getTime() + 3 * day).toISOString().slice(0, 10);
  const on = { service: service.slug, from: `${date}T00:00:00+08:00`, to: `${date}T23:00:00+08:00` };
  const slots = async () =>
    ((await callTool(operator, "get_consulting_service", on)).result["slots"] as { local_starts_at: string }[]).map(
      ({ local_starts_at }) => local_starts_at,
    );
  assert.deepEqual(await slots(), [`${date}T09:00+08:00`, `${date}T10:00+08:00`]);
  const booking = { starts_at: `${date}T09:00:00+08:00`, email: "ana@harbour.example" };
  await make(operator, `/consulting_services/${service.id}/bookings`, booking);
  assert.deepEqual(await slots(), [`${date}T10:00+08:00`]);
  const { result } = await callTool(operator, "get_consulting_service", { service: service.id });
  assert.equal((result["lecturers"] as { name: string }[])[0]!.name, "Lu");
  assert.doesNotMatch(JSON.stringify(result), /ana@|mbr_|bkg_/);
  const far = { service: service.id, from: `${date}T00:00:00Z`, to: "2099-01-01T00:00:00Z" };
  assert.equal((await callTool(operator, "get_consulting_service", far)).isError, true);
  await operator.patch(`/consulting_services/${service.id}`, { status: "archived" });
  assert.equal((await callTool(operator, "get_consulting_service", on)).isError, true);
  assert.deepEqual(namesIn(await callTool(operator, "list_consulting_services", {})), []);
});

void test("Products and services are among the prices, for agents and in /pricing.md", async () => {
  const operator = await anOperator(scopes);
  const product = await aPublishedProduct(operator);
  const service = await aPublishedService(operator);
  const { result } = await callTool(operator, "get_pricing", {});
  const offers = result["data"] as Json[];
  assert.deepEqual(
    offers.map(({ kind, id, plan, price }) => [kind, id, plan, price]),
    [
      ["digital_product", product.id, "Tide tables", { amount: "9.00", currency: "USD" }],
      ["consulting_service", service.id, "1 × 60 min", { amount: "50.00", currency: "USD" }],
    ],
  );
  const document = (await operator.site.get("/pricing.md")).body;
  assert.match(document, /Tide tables/);
  assert.match(document, /Navigation hour/);
});
