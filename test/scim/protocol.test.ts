import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory, enterpriseSchema, userSchema } from "../support/worlds/directory.ts";
import { auditOf } from "../support/worlds/records.ts";
import { aSite } from "../support/world.ts";

const ana = {
  userName: "ana@school.example",
  externalId: "00u1",
  displayName: "Ana Lima",
  name: { givenName: "Ana", familyName: "Lima" },
};

void test("A replacement that repeats the user changes nothing and keeps the version", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const made = await directory.create(ana);
  const entries = (await auditOf(site)).length;
  const path = `/Users/${made.body.id}`;
  for (const body of [ana, made.body, { ...ana, schemas: [userSchema, enterpriseSchema], password: "ignored" }]) {
    const replaced = await directory.send("PUT", path, body, { "if-match": String(made.headers.etag) });
    assert.deepEqual([replaced.status, replaced.body], [200, made.body]);
  }
  assert.equal((await auditOf(site)).length, entries);
});

void test("Names of attributes have any capitals, in bodies, paths and parameters", async () => {
  const directory = await aDirectory(await aSite());
  const { status, body } = await directory.create({
    USERNAME: "ana@school.example",
    ExternalID: "00u1",
    NAME: { GIVENNAME: "Ana", familyname: "Lima" },
    phonenumbers: [{ VALUE: "+886 2 1234 5678", Type: "work" }],
    Active: "True",
  });
  assert.deepEqual(
    [status, body.externalId, body.displayName, body.phoneNumbers[0].value, body.active],
    [201, "00u1", "Ana Lima", "+886 2 1234 5678", true],
  );
  const changed = await directory.send("PATCH", `/Users/${body.id}?ATTRIBUTES=DISPLAYNAME`, {
    operations: [{ OP: "REPLACE", Path: "NAME.FAMILYNAME", VALUE: "Sol" }],
  });
  assert.deepEqual(Object.keys(changed.body).toSorted(), ["displayName", "id", "schemas"]);
  assert.equal(changed.body.displayName, "Ana Sol");
  const group = await directory.send("POST", "/Groups", { DISPLAYNAME: "Crew", Members: [{ Value: body.id }] });
  assert.deepEqual([group.body.displayName, group.body.members.length], ["Crew", 1]);
});

void test("An address or a name in use is refused with uniqueness, whatever its capitals", async () => {
  const directory = await aDirectory(await aSite());
  await directory.create(ana);
  const bo = (await directory.create({ userName: "bo@school.example" })).body;
  const taken = { userName: "ANA@school.example" };
  const refused = [
    await directory.create(taken),
    await directory.send("PUT", `/Users/${bo.id}`, taken),
    await directory.patch(`/Users/${bo.id}`, { op: "replace", value: taken }),
  ];
  for (const { status, body } of refused) assert.deepEqual([status, body.scimType], [409, "uniqueness"]);
  assert.equal((await directory.get(`/Users/${bo.id}`)).body.userName, "bo@school.example");
});

void test("A version of a group is refused once the group has changed", async () => {
  const directory = await aDirectory(await aSite());
  const { id } = (await directory.create(ana)).body;
  const made = await directory.send("POST", "/Groups", { displayName: "Crew" });
  const path = `/Groups/${made.body.id}`;
  const seen = { "if-match": String(made.headers.etag) };
  assert.equal(made.headers.etag, made.body.meta.version);
  const add = { Operations: [{ op: "add", path: "members", value: [{ value: id }] }] };
  assert.equal((await directory.send("PATCH", path, add, seen)).status, 204);
  for (const [method, body] of [
    ["PATCH", add],
    ["PUT", { displayName: "Crew" }],
    ["DELETE", undefined],
  ] as const) {
    assert.equal((await directory.send(method, path, body, seen)).status, 412, method);
  }
  const { headers } = await directory.get(path);
  assert.notEqual(headers.etag, made.headers.etag);
  // A member who is in the group already is no change.
  assert.equal((await directory.send("PATCH", path, add, { "if-match": String(headers.etag) })).status, 204);
  assert.equal((await directory.get(path, { "if-none-match": String(headers.etag) })).status, 304);
  assert.equal((await directory.send("DELETE", path, undefined, { "if-match": "*" })).status, 204);
});

void test("Lists of groups have pages, and parts of their members", async () => {
  const directory = await aDirectory(await aSite());
  const { id } = (await directory.create(ana)).body;
  for (const displayName of ["A", "B", "C"]) {
    await directory.send("POST", "/Groups", { displayName, members: [{ value: id }] });
  }
  const list = async (query: string) => (await directory.get(`/Groups?${query}`)).body;
  const empty = { totalResults: 3, itemsPerPage: 0, Resources: [] };
  for (const [query, startIndex] of [
    ["count=0", 1],
    ["startIndex=4", 4],
    ["startIndex=4000&count=1", 4000],
    [`startIndex=4&filter=${encodeURIComponent("displayName pr")}`, 4],
  ] as const) {
    const { schemas, ...page } = await list(query);
    assert.deepEqual(page, { ...empty, startIndex }, query);
    assert.equal(schemas.length, 1);
  }
  const members = async (query: string) => (await list(`count=1&${query}`)).Resources[0].members;
  assert.deepEqual(await members("attributes=members.value"), [{ value: id }]);
  assert.deepEqual(Object.keys((await members("excludedAttributes=members.%24ref,members.display"))[0]), [
    "value",
    "type",
  ]);
  assert.equal(await members("excludedAttributes=members"), undefined);
  assert.equal(await members("attributes=displayName"), undefined);
});

void test("Members are removed by paths with several IDs, and by those of strangers without an error", async () => {
  const directory = await aDirectory(await aSite());
  const ids: string[] = [];
  for (const name of ["ana", "bo", "cy", "di"]) {
    ids.push((await directory.create({ userName: `${name}@school.example`, displayName: name })).body.id);
  }
  const [ana = "", bo = "", cy = "", di = ""] = ids;
  const { id } = (
    await directory.send("POST", "/Groups", { displayName: "Crew", members: ids.map((value) => ({ value })) })
  ).body;
  const left = async () => {
    const { members = [] } = (await directory.get(`/Groups/${id}`)).body;
    return members.map(({ value }: { value: string }) => value).toSorted();
  };
  const remove = (path: string) => directory.patch(`/Groups/${id}`, { op: "remove", path });
  assert.equal(
    (await remove(`members[value eq "${ana}" or (value eq "${bo}" and not (display eq "Bo"))]`)).status,
    204,
  );
  assert.deepEqual(await left(), [bo, cy, di].toSorted());
  assert.equal((await remove(`MEMBERS[VALUE EQ "${bo}"]`)).status, 204);
  for (const stranger of [ana, "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3", "someone"]) {
    assert.equal((await remove(`members[value eq "${stranger}"]`)).status, 204, stranger);
  }
  assert.deepEqual(await left(), [cy, di].toSorted());
  assert.equal((await remove(`members[type eq "User" and display ew "y"]`)).status, 204);
  assert.deepEqual(await left(), [di]);
});

void test("A bulk request changes what it creates, up to its limit of 1,000 operations", async () => {
  const directory = await aDirectory(await aSite());
  const Operations = Array.from({ length: 1000 }, (_, index) => ({
    method: "post",
    path: "/Users",
    bulkId: `u${index}`,
    data: { userName: `user-${index % 990}@school.example` },
  }));
  const { status, body } = await directory.send("POST", "/Bulk", { Operations });
  assert.equal(status, 200);
  const results = body.Operations.map(({ bulkId, status: one }: { bulkId: string; status: string }) => [bulkId, one]);
  assert.deepEqual(
    results,
    Operations.map(({ bulkId }, index) => [bulkId, index < 990 ? "201" : "409"]),
  );
  assert.equal((await directory.get("/Users?count=0")).body.totalResults, 990);
});
