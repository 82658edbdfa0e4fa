import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory, enterpriseSchema, patchSchema, userSchema } from "../support/worlds/directory.ts";
import { auditActions } from "../support/worlds/records.ts";
import { aSite } from "../support/world.ts";

const ana = {
  schemas: [userSchema, enterpriseSchema],
  userName: "ana@school.example",
  externalId: "00u1",
  name: { givenName: "Ana", familyName: "Lima" },
  emails: [{ value: "ana@school.example", type: "work", primary: true }],
  active: true,
  [enterpriseSchema]: { department: "Sailing" },
};

void test("A directory creates, reads, finds, replaces and removes a member", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const made = await directory.create(ana);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id, meta } = made.body;
  assert.match(id, /^mbr_/);
  assert.equal(made.headers.location, `${site.origin}/scim/v2/Users/${id}`);
  assert.match(String(made.headers["content-type"]), /^application\/scim\+json/);
  assert.equal(made.headers.etag, meta.version);
  assert.deepEqual(
    [made.body.displayName, made.body.name, made.body.active, made.body.externalId],
    ["Ana Lima", { formatted: "Ana Lima", familyName: "Lima", givenName: "Ana" }, true, "00u1"],
  );
  assert.deepEqual((await directory.get(`/Users/${id}`)).body, made.body);
  for (const filter of [
    'userName eq "ANA@school.example"',
    'externalId eq "00u1"',
    `id eq "${id}"`,
    'name.familyName sw "li"',
  ]) {
    const { body } = await directory.find(filter);
    assert.deepEqual([body.totalResults, body.Resources[0]?.id], [1, id], filter);
  }
  const replaced = await directory.send("PUT", `/Users/${id}`, {
    ...ana,
    name: { givenName: "Ana", familyName: "Reis" },
  });
  assert.deepEqual([replaced.status, replaced.body.displayName], [200, "Ana Reis"]);
  assert.equal((await directory.send("DELETE", `/Users/${id}`)).status, 204);
  assert.equal((await directory.get(`/Users/${id}`)).status, 404);
  const again = await directory.create(ana);
  assert.deepEqual([again.status, again.body.id], [201, id]);
  const actions = await auditActions(site);
  for (const action of ["provisionMember", "changeProvisionedMember", "removeProvisionedMember"]) {
    assert.ok(actions.includes(action), action);
  }
});

void test("A PATCH of Entra and one of Okta change a member", async () => {
  const directory = await aDirectory(await aSite());
  const { id } = (await directory.create(ana)).body;
  const entra = await directory.send("PATCH", `/Users/${id}`, {
    schemas: [patchSchema],
    Operations: [
      { op: "Replace", path: "displayName", value: "Ana Maria Lima" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+886 2 1234 5678" },
      { op: "Replace", path: "active", value: "False" },
      { op: "Add", path: `${enterpriseSchema}:manager`, value: "00u9" },
    ],
  });
  assert.equal(entra.status, 200, JSON.stringify(entra.body));
  assert.deepEqual(
    [entra.body.displayName, entra.body.phoneNumbers[0].value, entra.body.active],
    ["Ana Maria Lima", "+886 2 1234 5678", false],
  );
  const okta = await directory.patch(`/Users/${id}`, { op: "replace", value: { id: "other", active: true } });
  assert.deepEqual([okta.status, okta.body.active, okta.body.id], [200, true, id]);
});
