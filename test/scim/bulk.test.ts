import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory } from "../support/worlds/directory.ts";
import { aSite } from "../support/world.ts";

const bulkSchema = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";

void test("A bulk request creates users and a group of them, changes them and reports each operation", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const send = (operations: object[], more: object = {}) =>
    directory.send("POST", "/Bulk", { schemas: [bulkSchema], Operations: operations, ...more });
  const made = await send([
    { method: "POST", path: "/Users", bulkId: "a", data: { userName: "ana@school.example" } },
    { method: "POST", path: "/Users", bulkId: "b", data: { userName: "bo@school.example" } },
    { method: "POST", path: "/Users", bulkId: "c", data: { userName: "stranger" } },
    { method: "POST", path: "/Groups", bulkId: "g", data: { displayName: "Crew", members: [{ value: "bulkId:a" }] } },
    {
      method: "PATCH",
      path: "/Groups/bulkId:g",
      data: { Operations: [{ op: "add", path: "members", value: [{ value: "bulkId:b" }] }] },
    },
    { method: "PATCH", path: "/Groups/bulkId:x", data: { Operations: [{ op: "remove", path: "members" }] } },
    { method: "GET", path: "/Users", data: {} },
  ]);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { Operations: results } = made.body;
  assert.deepEqual(
    results.map(({ status }: { status: string }) => status),
    ["201", "201", "400", "201", "200", "409", "400"],
  );
  assert.deepEqual(
    [results[2].bulkId, results[2].response.scimType, results[2].location],
    ["c", "invalidValue", undefined],
  );
  const [group] = (await directory.get("/Groups")).body.Resources;
  assert.equal(group.members.length, 2);
  const [ana, bo] = results.map(({ location = "" }: { location?: string }) => location.split("/").at(-1));
  const changed = await send([
    { method: "PUT", path: `/Users/${ana}`, data: { userName: "ana@school.example", displayName: "Ana" } },
    {
      method: "PATCH",
      path: `/Users/${ana}`,
      version: results[0].version,
      data: { Operations: [{ op: "replace", path: "active", value: false }] },
    },
    { method: "DELETE", path: `/Users/${bo}` },
  ]);
  assert.deepEqual(
    changed.body.Operations.map(({ status }: { status: string }) => status),
    ["200", "412", "204"],
  );
});

const user = (name: string) => ({ method: "POST", path: "/Users", bulkId: name, data: { userName: name } });

void test("A bulk request stops after the errors that it accepts, and is limited", async () => {
  const directory = await aDirectory(await aSite());
  const body = { schemas: [bulkSchema], failOnErrors: 1, Operations: [user("x"), user("ana@school.example")] };
  const stopped = await directory.send("POST", "/Bulk", body);
  assert.equal(stopped.body.Operations.length, 1);
  const many = Array.from({ length: 1001 }, (_, index) => user(`${index}`));
  assert.equal((await directory.send("POST", "/Bulk", { Operations: many })).status, 413);
  assert.equal((await directory.send("POST", "/Bulk", {})).status, 400);
});

void test("A directory reads what the server supports", async () => {
  const directory = await aDirectory(await aSite());
  const config = (await directory.get("/ServiceProviderConfig")).body;
  assert.deepEqual(
    [config.patch.supported, config.filter, config.bulk.maxOperations, config.sort.supported, config.etag.supported],
    [true, { supported: true, maxResults: 200 }, 1000, false, true],
  );
  const types = (await directory.get("/ResourceTypes")).body;
  assert.deepEqual(
    types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint),
    ["/Users", "/Groups"],
  );
  const schemas = (await directory.get("/Schemas")).body;
  assert.equal(schemas.totalResults, 3);
  for (const { id } of schemas.Resources) assert.equal((await directory.get(`/Schemas/${id}`)).body.id, id);
  assert.equal((await directory.get("/ResourceTypes/User")).body.schema, schemas.Resources[0].id);
  assert.equal((await directory.get("/Schemas?filter=id%20pr")).status, 403);
  assert.equal((await directory.get("/Me")).status, 501);
  const nowhere = await directory.get("/Nothing");
  assert.deepEqual([nowhere.status, nowhere.body.status], [404, "404"]);
  const method = await directory.send("DELETE", "/Users");
  assert.deepEqual([method.status, method.body.status], [405, "405"]);
  assert.match(String(method.headers.allow), /^GET, HEAD, POST/);
});

void test("A body of another type or with broken JSON is refused in SCIM's dialect", async () => {
  const site = await aSite();
  const { key: bearer } = await aDirectory(site);
  const send = (payload: string, type: string) =>
    site.request("POST", "/scim/v2/Users", { bearer, payload, headers: { "content-type": type } });
  const broken = await send("{", "application/scim+json");
  assert.deepEqual([broken.statusCode, broken.json().scimType], [400, "invalidSyntax"]);
  assert.equal((await send("<a/>", "text/xml")).statusCode, 415);
  assert.equal((await send("[]", "application/json")).json().scimType, "invalidSyntax");
  assert.equal((await send(`{"userName":"${"x".repeat(2_000_000)}"}`, "application/json")).statusCode, 413);
});
