import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "digital_products:read digital_products:write storage:write members:read";
type Json = Record<string, unknown>;
interface Product extends Json {
  id: string;
  slug: string;
  status: string;
  files: { file_id: string; name: string; byte_size: number }[];
}

async function aProduct(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/digital_products", { name: "Tide tables", ...fields });
  assertStatus(response, 201);
  return response.json<Product>();
}
const read = async (operator: Operator, { id }: Product, query = "") =>
  (await operator.get(`/digital_products/${id}${query}`)).json<Product>();
async function aFile(operator: Operator, text = "High water at nine") {
  const response = await sendFile(operator, Buffer.from(text), { purpose: "digital_product" }, { name: "tides.txt" });
  return response.json<{ id: string }>().id;
}
async function aPublished(operator: Operator, fields: Json = {}) {
  const product = await aProduct(operator, fields);
  await operator.post(`/digital_products/${product.id}/files`, { file_id: await aFile(operator) });
  const published = await operator.post(`/digital_products/${product.id}/publish`);
  assertStatus(published, 200);
  return published.json<Product>();
}
interface ProductGrant {
  results: { status: string; id: string; error?: { code: string; errors: { pointer: string }[] } }[];
  summary: Record<string, number>;
}
const give = async (operator: Operator, { id }: Product, people: Json[], query = "") =>
  (await operator.post(`/digital_products/${id}/grants${query}`, { people })).json<ProductGrant>();
interface Grant {
  id: string;
  member_id: string;
  person: { email: string } | null;
  expires_at: string | null;
  granted_at: string;
}
const grantsOf = async (operator: Operator, { id }: Product) =>
  (await operator.get(`/digital_products/${id}/grants`)).json<{ data: Grant[] }>().data;

void test("A digital product is created as a draft, changed, and returned with derived fields", async () => {
  const operator = await anOperator(scopes);
  const product = await aProduct(operator, {
    description_markdown: "For **one** year",
    price: { amount: 1900, currency: "USD" },
    compare_at_price: { amount: 2900, currency: "USD" },
    access: { kind: "days", days: 365 },
    download_limit: 5,
    tags: ["sea"],
    external_id: "shop/1",
  });
  assert.deepEqual(
    [product["object"], product.slug, product.status, product["sold_count"], product["cover_url"]],
    ["digital_product", "tide-tables", "draft", 0, null],
  );
  assert.equal(product["description_html"], "<p>For <strong>one</strong> year</p>\n");
  assert.equal(product["url"], `${operator.site.origin}/digital-products/tide-tables`);
  assert.equal((await operator.get("/digital_products/tide-tables")).json<Product>().id, product.id);
  const changes = { name: "Tides", price: { amount: 900, currency: "USD" }, metadata: { a: "1" } };
  assert.equal((await operator.patch(`/digital_products/${product.id}`, changes)).statusCode, 200);
  const changed = await read(operator, product);
  assert.deepEqual([changed["name"], changed["price"]], ["Tides", { amount: 900, currency: "USD" }]);
  assert.deepEqual(changed["compare_at_price"], { amount: 2900, currency: "USD" });
  const free = await operator.patch(`/digital_products/${product.id}`, { price: null, compare_at_price: null });
  assert.equal(free.json<Product>()["price"], null);
});

void test("Invalid values of a digital product are rejected with their path", async () => {
  const operator = await anOperator(scopes);
  const product = await aProduct(operator, { external_id: "shop/1" });
  const refused = async (fields: Json) => {
    const { code, pointers } = problemOf(await operator.post("/digital_products", { name: "x", ...fields }));
    return [code, ...(pointers ?? [])];
  };
  assert.deepEqual(await refused({ slug: product.slug }), ["slug_taken"]);
  assert.deepEqual(await refused({ external_id: "shop/1" }), ["already_exists"]);
  const [usd, twd] = [
    { amount: 1, currency: "USD" },
    { amount: 1, currency: "TWD" },
  ];
  assert.deepEqual(await refused({ price: usd, compare_at_price: twd }), ["validation_failed", "/compare_at_price"]);
  assert.deepEqual(await refused({ compare_at_price: usd }), ["validation_failed", "/compare_at_price"]);
  assert.equal((await refused({ access: { kind: "until", until: "2030-01-01T00:00:00Z" } }))[0], "validation_failed");
  const unknownFile = "fil_01k9g2c8p4e6t0v3x5y7z9b1d3";
  assert.deepEqual(await refused({ cover_file_id: unknownFile }), ["validation_failed", "/cover_file_id"]);
  const file = await operator.post(`/digital_products/${product.id}/files`, { file_id: unknownFile });
  assert.deepEqual(problemOf(file).pointers, ["/file_id"]);
});

void test("It needs a file to be published, keeps at least one, and can be restored from the archive", async () => {
  const operator = await anOperator(scopes);
  const product = await aProduct(operator);
  const publish = () => operator.post(`/digital_products/${product.id}/publish`);
  const early = problemOf(await publish());
  assert.deepEqual([early.status, early.code, early.pointers], [422, "not_publishable", ["/files"]]);
  const fileId = await aFile(operator);
  const added = await operator.post(`/digital_products/${product.id}/files`, { file_id: fileId });
  assert.deepEqual(added.json<Product>().files, [{ file_id: fileId, name: "tides.txt", byte_size: 18 }]);
  const twice = await operator.post(`/digital_products/${product.id}/files`, { file_id: fileId });
  assert.equal(problemOf(twice).code, "already_exists");
  assert.equal((await publish()).json<Product>().status, "published");
  assert.equal(problemOf(await publish()).code, "invalid_state");
  assert.equal((await read(operator, product)).files, undefined);
  assert.equal((await read(operator, product, "?expand=files")).files.length, 1);

  const last = await operator.delete(`/digital_products/${product.id}/files/${fileId}`);
  assert.deepEqual([last.statusCode, problemOf(last).code], [409, "conflict"]);
  const other = await aFile(operator, "Low water");
  await operator.post(`/digital_products/${product.id}/files`, { file_id: other });
  assert.equal((await operator.delete(`/digital_products/${product.id}/files/${fileId}`)).statusCode, 204);
  assert.equal((await operator.delete(`/digital_products/${product.id}/files/${fileId}`)).statusCode, 404);
  const types = (await outboxOf(operator.site)).map(({ type }) => type);
  assert.ok(types.includes("digital_product.published"));
});

void test("A file of a digital product cannot be deleted", async () => {
  const operator = await anOperator(scopes);
  const product = await aProduct(operator);
  const fileId = await aFile(operator);
  await operator.post(`/digital_products/${product.id}/files`, { file_id: fileId });
  assert.equal(problemOf(await operator.delete(`/files/${fileId}`)).code, "file_in_use");
  await operator.delete(`/digital_products/${product.id}/files/${fileId}`);
  assert.equal((await operator.delete(`/files/${fileId}`)).statusCode, 204);
});

void test("It is granted to people by id or address, once each; new people are invited", async () => {
  const operator = await anOperator(scopes);
  const product = await aPublished(operator, { access: { kind: "days", days: 30 } });
  const member = await operator.site.member({ roles: ["student"] });
  const stranger = await anOperator(scopes);
  const people = [
    { member_id: member.sub },
    { email: "new@harbour.example" },
    { email: "NEW@harbour.example" },
    { member_id: stranger.member.sub },
    {},
    { email: "unknown" },
  ];
  const dryRunResult = await operator.post(`/digital_products/${product.id}/grants?dry_run=true`, { people });
  assertStatus(dryRunResult, 200);
  assert.deepEqual(await grantsOf(operator, product), []);
  const { results, summary } = await give(operator, product, people);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["created", "created", "unchanged", "failed", "failed", "failed"],
  );
  assert.deepEqual([summary["created"], summary["unchanged"], summary["failed"]], [2, 1, 3]);
  assert.equal(results[3]!.error!.errors[0]!.pointer, "/member_id");

  const grants = await grantsOf(operator, product);
  assert.deepEqual(new Set(grants.map(({ person }) => person?.email)), new Set([member.email, "new@harbour.example"]));
  for (const { granted_at, expires_at } of grants) {
    assert.equal(Date.parse(expires_at!) - Date.parse(granted_at), 30 * 86_400_000);
  }
  assert.equal((await read(operator, product))["sold_count"], 2);
  assert.ok((await auditActions(operator.site)).includes("addMember"));
  const types = (await outboxOf(operator.site)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "digital_product.granted").length, 2);
  assert.equal(types.filter((type) => type === "member.created").length, 1);
});

void test("At most 500 people get it in one request", async () => {
  const operator = await anOperator(scopes);
  const product = await aProduct(operator);
  const people = Array.from({ length: 501 }, (_, index) => ({ email: `p${index}@harbour.example` }));
  const response = await operator.post(`/digital_products/${product.id}/grants`, { people });
  assert.deepEqual([response.statusCode, problemOf(response).code], [413, "too_many_rows"]);
});

void test("Its holders are named only to callers who may see people", async () => {
  const operator = await anOperator(scopes);
  const product = await aProduct(operator);
  await give(operator, product, [{ email: "ana@harbour.example" }]);
  const blind = await operatorOf(operator.site, "digital_products:read");
  const [grant] = await grantsOf(blind, product);
  assert.equal(grant!.person, null);
  const response = await blind.get(`/digital_products/${product.id}/grants`);
  assert.doesNotMatch(response.body, /ana@/);
  const seeing = await operatorOf(operator.site, "digital_products:read students:read");
  assert.equal((await grantsOf(seeing, product))[0]!.person?.email, "ana@harbour.example");
});

void test("A grant can be revoked and renewed; a granted product is archived, an unused one is deleted", async () => {
  const operator = await anOperator(scopes);
  const product = await aPublished(operator);
  const person = { email: "ana@harbour.example" };
  const { results } = await give(operator, product, [person]);
  assert.equal((await operator.delete(`/digital_products/${product.id}`)).statusCode, 204);
  assert.equal((await read(operator, product)).status, "archived");
  const grant = results[0]!.id;
  assert.equal((await operator.delete(`/digital_product_grants/${grant}`)).statusCode, 204);
  assert.equal((await operator.delete(`/digital_product_grants/${grant}`)).statusCode, 404);
  assert.equal((await read(operator, product))["sold_count"], 0);
  assert.equal((await give(operator, product, [person])).results[0]!.status, "created");
  const again = (await give(operator, product, [person])).results[0]!;
  assert.equal(again.status, "unchanged");
  await operator.delete(`/digital_product_grants/${again.id}`);
  await operator.delete(`/digital_products/${product.id}`);
  assert.equal((await operator.get(`/digital_products/${product.id}`)).statusCode, 404);
  const { deleted } = (await operator.get("/digital_products?include_deleted=true")).json<{ deleted: Product[] }>();
  assert.equal(deleted[0]!.id, product.id);
});

void test("Concurrent grants to one person result in one grant", async () => {
  const operator = await anOperator(scopes);
  const product = await aProduct(operator);
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => give(operator, product, [{ email: "ana@harbour.example" }])),
  );
  const statuses = responses.map(({ results }) => results[0]!.status);
  assert.equal(statuses.filter((status) => status === "created").length, 1, String(statuses));
  assert.equal((await grantsOf(operator, product)).length, 1);
  assert.equal((await read(operator, product))["sold_count"], 1);
});

void test("Lists can be filtered by status, text, tag and price, and exclude another site's products", async () => {
  const operator = await anOperator(scopes);
  const tides = await aPublished(operator, { tags: ["sea"], price: { amount: 500, currency: "USD" } });
  const stars = await aProduct(operator, { name: "Star charts", price: { amount: 900, currency: "USD" } });
  const free = await aProduct(operator, { name: "Free map" });
  const idsOf = async (query: string) => {
    const response = await operator.get(`/digital_products?${query}`);
    assertStatus(response, 200);
    return response.json<{ data: Product[] }>().data.map(({ id }) => id);
  };
  assert.deepEqual(await idsOf("status=published"), [tides.id]);
  assert.deepEqual(await idsOf("q=star"), [stars.id]);
  assert.deepEqual(await idsOf("tag=sea"), [tides.id]);
  assert.deepEqual(await idsOf("price[gte]=600"), [stars.id]);
  assert.deepEqual(await idsOf("sort=price"), [free.id, tides.id, stars.id]);
  assert.deepEqual(await idsOf("sort=name&limit=1"), [free.id]);
  const stranger = await anOperator(scopes);
  assert.equal((await stranger.get(`/digital_products/${tides.id}`)).statusCode, 404);
  assert.equal((await stranger.patch(`/digital_products/${tides.id}`, { name: "x" })).statusCode, 404);
  assert.equal((await stranger.post(`/digital_products/${tides.id}/grants`, { people: [{}] })).statusCode, 404);
});
