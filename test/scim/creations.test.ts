import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory } from "../support/worlds/directory.ts";
import { countStatements } from "../support/meters/count-statements.ts";
import { auditOf, outboxOf } from "../support/worlds/records.ts";
import { aSite } from "../support/world.ts";

const userOf = (name: string) => ({ userName: `${name}@school.example`, externalId: name });

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `user-${index}`);

void test("Users created at the same time are each created once, with an event and an audit entry of its request", async () => {
  const site = await aSite();
  const directory = await aDirectory(site);
  const created = await Promise.all(names(30).map((name) => directory.create(userOf(name))));
  assert.deepEqual([...new Set(created.map(({ status }) => status))], [201]);
  for (const [index, { body, headers }] of created.entries()) {
    assert.deepEqual([body.externalId, headers.etag], [`user-${index}`, body.meta.version]);
    assert.deepEqual((await directory.get(`/Users/${body.id}`)).body, body);
  }
  const ids = created.map(({ body }) => String(body.id)).toSorted();
  assert.equal(new Set(ids).size, 30);
  const entries = (await auditOf(site)).filter(({ action }) => action === "provisionMember");
  assert.deepEqual(entries.map(({ resourceId }) => String(resourceId)).toSorted(), ids);
  const requestOf = new Map(created.map(({ body, headers }) => [body.id, headers["x-request-id"]]));
  for (const { resourceId, requestId } of entries) assert.equal(requestId, requestOf.get(resourceId));
  const events = (await outboxOf(site)).filter(({ type }) => type === "member.created");
  assert.deepEqual(events.map(({ objectId }) => objectId).toSorted(), ids);
});

void test("Users with an error are refused, and those created at the same time are not", async () => {
  const site = await aSite();
  const directory = await aDirectory(site, { emailDomains: ["school.example"] });
  await directory.create(userOf("known"));
  const users = [
    userOf("ana"),
    userOf("KNOWN"),
    { userName: "bo@other.example" },
    userOf("bo"),
    userOf("Bo"),
    { userName: "address" },
    { ...userOf("cy"), displayName: "a\u0007b" },
    { ...userOf("di"), active: false },
    userOf("eva"),
  ];
  const answers = await Promise.all(users.map((user) => directory.create(user)));
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses.map(String).toSorted(), ["201", "201", "201", "201", "400", "400", "400", "409", "409"]);
  const [ana, known, other, bo, sameBo, malformed, cy, di, eva] = statuses;
  assert.deepEqual([ana, known, other, malformed, cy, di, eva], [201, 409, 400, 400, 400, 201, 201]);
  assert.deepEqual(new Set([bo, sameBo]), new Set([201, 409]));
  assert.deepEqual(
    [...new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.scimType))],
    ["uniqueness"],
  );
  const { body } = await directory.get("/Users");
  assert.deepEqual(
    body.Resources.map(({ userName, active }: { userName: string; active: boolean }) => [
      userName.toLowerCase(),
      active,
    ]).toSorted(),
    [
      ["ana@school.example", true],
      ["bo@school.example", true],
      ["di@school.example", false],
      ["eva@school.example", true],
      ["known@school.example", true],
    ],
  );
});

void test("Users of two directories, and of two schools, do not share a creation", async () => {
  const [site, other] = [await aSite(), await aSite()];
  const directories = [await aDirectory(site), await aDirectory(site), await aDirectory(other)];
  await Promise.all(
    directories.flatMap((directory, index) => names(5).map((name) => directory.create(userOf(`${index}-${name}`)))),
  );
  for (const [index, directory] of directories.entries()) {
    const { Resources } = (await directory.get("/Users")).body;
    const found = Resources.map(({ externalId }: { externalId: string }) => externalId).toSorted();
    assert.deepEqual(
      found,
      names(5).map((name) => `${index}-${name}`),
    );
  }
});

void test("Users created at the same time share their statements", async () => {
  const directory = await aDirectory(await aSite());
  // Loads the surface, and records the use of the key.
  await directory.create(userOf("first"));
  const { statements: alone } = await countStatements(() => directory.create(userOf("second")));
  const { statements } = await countStatements(() =>
    Promise.all(names(40).map((name) => directory.create(userOf(name)))),
  );
  assert.ok(alone <= 9, `${alone} statements for one user`);
  assert.ok(statements <= 4 * alone, `${statements} statements for 40 users, ${alone} for one`);
});
