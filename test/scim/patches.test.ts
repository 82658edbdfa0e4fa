import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory, enterpriseSchema, patchSchema, userSchema } from "../support/worlds/directory.ts";
import { perform } from "#domain/platform/operation.ts";
import { createMemberField } from "#domain/people/member-fields/operations.ts";
import { aSite } from "../support/world.ts";

const ana = {
  userName: "ana@school.example",
  externalId: "00u1",
  displayName: "Ana Lima",
  name: { formatted: "Ana Lima", givenName: "Ana", familyName: "Lima" },
  phoneNumbers: [{ value: "+886 2 1234 5678", type: "work" }],
  preferredLanguage: "en",
  timezone: "Asia/Taipei",
};

async function aUser() {
  const site = await aSite();
  const directory = await aDirectory(site);
  const { id } = (await directory.create(ana)).body;
  return { site, directory, id, patch: (...operations: object[]) => directory.patch(`/Users/${id}`, ...operations) };
}

void test("Each operation changes what its path names, with or without one", async () => {
  const work = 'phoneNumbers[type eq "work"]';
  const cases: [operation: object, attribute: string, expected: unknown][] = [
    [{ op: "add", path: "externalId", value: "x" }, "externalId", "x"],
    [{ op: "ADD", path: "EXTERNALID", value: "x" }, "externalId", "x"],
    [{ op: "replace", path: `${userSchema}:externalId`, value: "x" }, "externalId", "x"],
    [{ op: "replace", value: { externalId: "x", unknown: 1 } }, "externalId", "x"],
    [{ op: "remove", path: "externalId" }, "externalId", undefined],
    [{ op: "replace", path: "externalId", value: 7 }, "externalId", "7"],
    [{ op: "replace", path: "name.familyName", value: "Sol" }, "displayName", "Ana Sol"],
    [{ op: "replace", path: "name", value: { familyName: "Sol" } }, "displayName", "Ana Sol"],
    [{ op: "add", value: { "name.familyName": "Sol" } }, "displayName", "Ana Sol"],
    [{ op: "replace", path: "name.formatted", value: "Ana S." }, "displayName", "Ana S."],
    [{ op: "replace", path: "displayName", value: "Ana S." }, "displayName", "Ana S."],
    [{ op: "replace", path: "active", value: false }, "active", false],
    [{ op: "replace", path: "active", value: "FALSE" }, "active", false],
    [{ op: "Replace", value: { active: "False" } }, "active", false],
    [{ op: "replace", path: `${work}.value`, value: "+886 3 999 9999" }, "phoneNumbers", "+886 3 999 9999"],
    [{ op: "replace", path: work, value: { value: "+886 3 999 9999" } }, "phoneNumbers", "+886 3 999 9999"],
    [
      { op: "replace", path: "phoneNumbers", value: [{ value: "+1 555 0100", type: "mobile" }] },
      "phoneNumbers",
      "+1 555 0100",
    ],
    [
      { op: "add", path: "phoneNumbers", value: [{ value: "+1 555 0100", primary: true }] },
      "phoneNumbers",
      "+1 555 0100",
    ],
    [
      { op: "add", path: "phoneNumbers", value: { value: "+1 555 0100", type: "mobile" } },
      "phoneNumbers",
      "+886 2 1234 5678",
    ],
    [{ op: "remove", path: work }, "phoneNumbers", undefined],
    [{ op: "remove", path: "phoneNumbers", value: [{ value: "+886 2 1234 5678" }] }, "phoneNumbers", undefined],
    [{ op: "remove", path: "phoneNumbers" }, "phoneNumbers", undefined],
    [{ op: "replace", path: "preferredLanguage", value: "zh_TW" }, "locale", "zh-TW"],
    [{ op: "replace", path: "locale", value: "zh-TW" }, "preferredLanguage", "zh-TW"],
    [{ op: "remove", path: "timezone" }, "timezone", undefined],
    [{ op: "replace", path: "userName", value: "ana.lima@school.example" }, "userName", "ana.lima@school.example"],
    [{ op: "add", path: "title", value: "Captain" }, "displayName", "Ana Lima"],
  ];
  for (const [operation, attribute, expected] of cases) {
    const { patch } = await aUser();
    const { status, body } = await patch(operation);
    assert.equal(status, 200, JSON.stringify([operation, body]));
    const found = Array.isArray(body[attribute]) ? body[attribute][0].value : body[attribute];
    assert.equal(found, expected, JSON.stringify(operation));
  }
});

void test("A refused operation leaves the user as it was, also after others of the same request", async () => {
  const { directory, id, patch } = await aUser();
  const before = (await directory.get(`/Users/${id}`)).body;
  const refused: [object, string][] = [
    [{ op: "move", path: "active" }, "invalidSyntax"],
    [{ op: "replace", path: "active" }, "invalidValue"],
    [{ op: "replace", path: "active", value: "maybe" }, "invalidValue"],
    [{ op: "replace", path: "active", value: {} }, "invalidValue"],
    [{ op: "replace", path: "nothing", value: "x" }, "invalidPath"],
    [{ op: "replace", path: "emails[", value: "x" }, "invalidPath"],
    [{ op: "replace", path: 'emails[type eq "work"]value', value: "x" }, "invalidPath"],
    [{ op: "replace", path: "emails[type ~ 1].value", value: "x" }, "invalidPath"],
    [{ op: "replace", path: 'userName[type eq "x"]', value: "x" }, "invalidPath"],
    [{ op: "replace", path: 7, value: "x" }, "invalidPath"],
    [{ op: "replace", path: 'phoneNumbers[type eq "home"].value', value: "+1 555 0100" }, "noTarget"],
    [{ op: "remove" }, "noTarget"],
    [{ op: "remove", path: "userName" }, "invalidValue"],
    [{ op: "replace", path: "userName", value: "stranger" }, "invalidValue"],
    [{ op: "replace", path: "userName", value: ["a@b.example"] }, "invalidValue"],
    [{ op: "replace", path: "displayName", value: "a\nb" }, "invalidValue"],
    [{ op: "replace", path: "displayName", value: "x".repeat(201) }, "invalidValue"],
    [{ op: "replace", path: "timezone", value: "Mars/Base" }, "invalidValue"],
    [{ op: "replace", path: "id", value: "x" }, "mutability"],
    [{ op: "replace", value: "x" }, "invalidValue"],
  ];
  for (const [operation, scimType] of refused) {
    const first = { op: "replace", path: "externalId", value: "changed" };
    const { status, body } = await patch(first, operation);
    assert.deepEqual([status, body.scimType], [400, scimType], JSON.stringify([operation, body]));
  }
  for (const body of [{}, { Operations: [] }, { Operations: {} }, { Operations: ["x"] }, []]) {
    assert.equal((await directory.send("PATCH", `/Users/${id}`, body)).status, 400, JSON.stringify(body));
  }
  assert.deepEqual((await directory.get(`/Users/${id}`)).body, before);
});

void test("A version that another request changed is refused, and one without a change stays", async () => {
  const { directory, id } = await aUser();
  const body = { schemas: [patchSchema], Operations: [{ op: "replace", path: "displayName", value: "Ana Sol" }] };
  const { etag = "" } = (await directory.get(`/Users/${id}`)).headers;
  assert.equal((await directory.get(`/Users/${id}`, { "if-none-match": etag })).status, 304);
  const changed = await directory.send("PATCH", `/Users/${id}`, body, { "if-match": etag });
  assert.equal(changed.status, 200);
  const stale = await directory.send("PATCH", `/Users/${id}`, body, { "if-match": etag });
  assert.equal(stale.status, 412);
  assert.equal((await directory.send("DELETE", `/Users/${id}`, undefined, { "if-match": etag })).status, 412);
  const same = await directory.send("PATCH", `/Users/${id}`, body);
  assert.equal(same.headers.etag, changed.headers.etag);
  assert.equal((await directory.send("PUT", `/Users/${id}`, ana, { "if-match": "nonsense" })).status, 400);
});

void test("Concurrent changes of one user are all kept", async () => {
  const { directory, id, patch } = await aUser();
  const changes = [
    { op: "replace", path: "externalId", value: "x" },
    { op: "replace", path: "timezone", value: "Europe/Lisbon" },
    { op: "replace", path: "locale", value: "pt" },
    { op: "replace", path: "active", value: false },
  ];
  const answers = await Promise.all(changes.map((operation) => patch(operation)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const { externalId, timezone, locale, active } = (await directory.get(`/Users/${id}`)).body;
  assert.deepEqual([externalId, timezone, locale, active], ["x", "Europe/Lisbon", "pt", false]);
});

void test("A replacement without roles and active keeps them, and clears what it leaves out", async () => {
  const { directory, id, patch } = await aUser();
  await patch({ op: "replace", path: "active", value: false });
  const { body } = await directory.send("PUT", `/Users/${id}`, { userName: ana.userName, displayName: "Ana" });
  assert.deepEqual(
    [body.active, body.roles[0].value, body.displayName, body.phoneNumbers, body.externalId, body.timezone, body.name],
    [false, "student", "Ana", undefined, undefined, undefined, { formatted: "Ana" }],
  );
  assert.equal((await directory.send("PUT", `/Users/${id}`, { displayName: "Ana" })).body.scimType, "invalidValue");
});

void test("The enterprise extension is kept where the school has a member field for it", async () => {
  const { site, directory, id, patch } = await aUser();
  const context = { ...site.context(), caller: { kind: "cli" as const } };
  await perform(createMemberField, context, { handle: "department", label: "Department", kind: "text" });
  const changed = await patch(
    { op: "add", path: `${enterpriseSchema}:department`, value: "Sailing" },
    { op: "add", path: `${enterpriseSchema}:costCenter`, value: "7" },
    { op: "add", path: `${enterpriseSchema}:manager`, value: { value: "x" } },
  );
  assert.deepEqual(changed.body[enterpriseSchema], { department: "Sailing" });
  assert.deepEqual(changed.body.schemas, [userSchema, enterpriseSchema]);
  const removed = await patch({ op: "remove", path: enterpriseSchema });
  assert.equal(removed.body[enterpriseSchema], undefined);
  assert.equal((await directory.get(`/Users/${id}`)).body.schemas.length, 1);
});
