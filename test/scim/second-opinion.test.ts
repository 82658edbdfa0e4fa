import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { filter as isMatched, parse } from "scim2-parse-filter";
import SCIMMY from "scimmy";
import { aDirectory, groupSchema, patchSchema } from "../support/worlds/directory.ts";
import { aSite } from "../support/world.ts";

// Independent implementations of RFC 7643 and RFC 7644 judge the same filters and changes. They compare texts with their
// capitals: the samples have lower case.

type User = Record<string, unknown> & { id: string; userName: string };

const people = [
  ["ana", "lima", "asia/taipei", true],
  ["bo", "reis", "europe/lisbon", false],
  ["cy", "limar", "asia/tokyo", true],
  ["di", "a", "america/lima", false],
] as const;

async function aCrew() {
  const directory = await aDirectory(await aSite());
  for (const [givenName, familyName, timezone, active] of people) {
    const userName = `${givenName}@school.example`;
    const user = { userName, externalId: `${givenName}-1`, name: { givenName, familyName }, timezone, active };
    assert.equal((await directory.create({ ...user, phoneNumbers: [{ value: "+1 555 0100" }] })).status, 201);
  }
  const { body } = await directory.get("/Users");
  return { directory, users: body.Resources as User[] };
}

const quoted = (text: string) => JSON.stringify(text);
const part = fc.constantFrom("ana", "bo", "lima", "a", "@school.example", "1", "asia/", "ana@school.example", "e", "");
const textOperator = fc.constantFrom("eq", "ne", "co", "sw", "ew");
const attribute = fc.constantFrom(
  "userName",
  "displayName",
  "externalId",
  "name.familyName",
  "timezone",
  "emails.value",
);
const comparison = fc.oneof(
  fc
    .tuple(
      attribute,
      textOperator,
      part.filter((text) => text !== ""),
    )
    .map(([name, operator, text]) => `${name} ${operator} ${quoted(text)}`),
  attribute.map((name) => `${name} pr`),
  fc.tuple(fc.constantFrom("eq", "ne"), fc.boolean()).map(([operator, value]) => `active ${operator} ${value}`),
  fc
    .tuple(
      fc.constantFrom("and", "or"),
      fc.constantFrom("work", "home"),
      part.filter((text) => text !== ""),
    )
    .map(([joint, type, text]) => `emails[type eq ${quoted(type)} ${joint} value co ${quoted(text)}]`),
);
const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparison,
    fc.tuple(tie("filter"), fc.constantFrom("and", "or"), tie("filter")).map((parts) => parts.join(" ")),
    tie("filter").map((inner) => `(${inner})`),
    tie("filter").map((inner) => `not (${inner})`),
  ),
}));

void test("Filters find the users that another implementation finds", async () => {
  const { directory, users } = await aCrew();
  await fc.assert(
    fc.asyncProperty(filter, async (text) => {
      const expected = users.filter(isMatched(parse(text))).map(({ userName }) => userName);
      const { status, body } = await directory.find(text);
      assert.equal(status, 200, `${text}: ${JSON.stringify(body)}`);
      assert.deepEqual(
        body.Resources.map(({ userName }: User) => userName),
        expected,
        text,
      );
    }),
    { numRuns: 150 },
  );
});

/** Changes as Microsoft Entra ID and Okta document them, and those of RFC 7644 §3.5.2, in the strict form of the RFC. */
const changes: object[][] = [
  [{ op: "replace", path: "active", value: false }],
  [{ op: "replace", value: { active: false } }],
  [{ op: "replace", path: "name.familyName", value: "sol" }],
  [{ op: "add", path: "externalId", value: "00u9" }],
  [{ op: "replace", value: { externalId: "00u9", timezone: "asia/taipei" } }],
  [{ op: "add", path: "phoneNumbers", value: [{ value: "+1 555 0199", type: "mobile" }] }],
  [{ op: "replace", path: "phoneNumbers", value: [{ value: "+1 555 0199", type: "work" }] }],
  [{ op: "replace", path: 'phoneNumbers[type eq "work"].value', value: "+1 555 0199" }],
  [{ op: "remove", path: 'phoneNumbers[type eq "work" and value sw "+1"]' }],
  [{ op: "remove", path: "phoneNumbers" }],
  [{ op: "remove", path: "externalId" }],
  [
    { op: "remove", path: "externalId" },
    { op: "add", path: "externalId", value: "again" },
    { op: "replace", path: "name.givenName", value: "eva" },
  ],
  // Refused by both.
  [{ op: "replace", path: 'phoneNumbers[type eq "fax"].value', value: "+1 555 0199" }],
  [{ op: "remove" }],
  [{ op: "remove", path: "userName" }],
  [{ op: "replace", path: "active", value: "maybe" }],
  [{ op: "replace", path: "nothing", value: "x" }],
  [{ op: "replace", path: "phoneNumbers[type eq", value: [] }],
  [{ op: "copy", path: "externalId", value: "x" }],
];

/** What a change decides. The school composes the display name, and keeps one number as that of work. */
const decided = ({ externalId, active, timezone, name, phoneNumbers }: Record<string, unknown>) => {
  const { givenName, familyName } = name as Record<string, unknown>;
  const numbers = (phoneNumbers as { value: string }[] | undefined)?.slice(0, 1).map(({ value }) => value);
  return [externalId, active, String(timezone).toLowerCase(), givenName, familyName, numbers ?? []];
};

void test("Changes make of a user what another implementation makes of them", async () => {
  for (const operations of changes) {
    const { directory, users } = await aCrew();
    const user = users[0]!;
    const request = { schemas: [patchSchema], Operations: operations };
    const { status, body } = await directory.send("PATCH", `/Users/${user.id}`, request);
    const judged = await judge(user, request);
    const why = JSON.stringify([operations, body, judged]);
    if ("scimType" in judged) assert.deepEqual([status, body.scimType], [400, judged.scimType], why);
    else assert.deepEqual([status, decided(body)], [200, decided(judged)], why);
  }
});

async function judge(user: User, request: object): Promise<Record<string, unknown>> {
  try {
    const resource = new SCIMMY.Schemas.User(user);
    const changed = await new SCIMMY.Messages.PatchOp(request as never).apply(resource);
    return { ...(changed ?? resource) };
  } catch (error) {
    if (error instanceof SCIMMY.Types.Error) return { scimType: error.scimType };
    throw error;
  }
}

void test("Resources have the form that another implementation accepts", async () => {
  const { directory, users } = await aCrew();
  const [user] = users;
  const made = await directory.send("POST", "/Groups", {
    schemas: [groupSchema],
    displayName: "Crew",
    members: [{ value: user!.id }],
  });
  for (const one of users) assert.equal(new SCIMMY.Schemas.User(one).id, one.id);
  const group = new SCIMMY.Schemas.Group(made.body);
  assert.deepEqual([group.id, group.displayName], [made.body.id, "Crew"]);
});
