import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory } from "../support/worlds/directory.ts";
import { aSite } from "../support/world.ts";

const texts = (count: number, name: string): string[] => Array.from({ length: count }, (_, index) => `${name}${index}`);

void test("A PATCH of a user whose lists or paths would occupy the server is refused before it is applied", async () => {
  const directory = await aDirectory(await aSite());
  const { id } = (await directory.create({ userName: "kim@school.example" })).body;
  const path = `/Users/${id}`;
  const filter = texts(50, "x")
    .map((value) => `value co "${value}"`)
    .join(" or ");
  const refused = [
    [{ op: "add", path: "roles", value: texts(51, "a") }],
    // Each of these was compared with each of those.
    [
      { op: "add", path: "roles", value: texts(50, "a") },
      { op: "add", path: "roles", value: texts(20_000, "b") },
    ],
    texts(101, "a").map((value) => ({ op: "add", path: "roles", value })),
    texts(20, "a").map(() => ({ op: "remove", path: `roles[${filter}]` })),
    [{ op: "add", path: "roles", value: ["a".repeat(2001)] }],
    [{ op: "replace", path: "displayName", value: "a".repeat(2001) }],
  ];
  for (const operations of refused) assert.equal((await directory.patch(path, ...operations)).status, 400);
  const kept = await directory.patch(path, { op: "add", path: "roles", value: texts(45, "a") });
  assert.equal(kept.status, 200);
});

const selections = (count: number) =>
  texts(count, "x").map((name) => ({ op: "remove", path: `members[display co "${name}"]` }));

void test("A PATCH of a group compares its members with a few paths only", async () => {
  const directory = await aDirectory(await aSite());
  const { id: value } = (await directory.create({ userName: "kim@school.example", displayName: "Kim" })).body;
  const group = (await directory.send("POST", "/Groups", { displayName: "Crew", members: [{ value }] })).body;
  const refused = await directory.patch(`/Groups/${group.id}`, ...selections(11));
  assert.deepEqual([refused.status, refused.body.scimType], [400, "tooMany"]);
  const removed = { op: "remove", path: 'members[display sw "Ki"]' };
  assert.equal((await directory.patch(`/Groups/${group.id}`, ...selections(9), removed)).status, 204);
  assert.equal((await directory.get(`/Groups/${group.id}`)).body.members.length, 0);
});
