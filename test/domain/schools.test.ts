import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#access/roles.ts";
import type { Queries } from "#database/database.ts";
import { insertAccount } from "#domain/people/accounts/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { listSchools } from "#domain/people/members/own-sites.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { database } from "../support/databases/database.ts";
import { joinSite } from "../../src/domain/people/members/access/join-site.ts";

const now = new Date();

/** A person who is a member of new sites with these names, in this order. */
async function aPersonAt(...names: string[]) {
  const email = `${newId()}@example.test`;
  const accountId = newId();
  await insertAccount(database, {
    id: accountId,
    email,
    emailVerifiedAt: now,
    passwordHash: "unused",
    locale: null,
    createdAt: now,
  });
  const memberships = [];
  for (const name of names) {
    const site = await createSite(database, { origin: `https://${newId()}.example.test`, name }, now);
    const person = { accountId, email, name: null, roles: ["student" as Role] };
    const { member } = await database.transaction((db) => joinSite({ db, site }, person, now));
    memberships.push({ site, memberId: member.id });
  }
  return memberships;
}

void test("Schools are listed with the member's own site first, then by name", async () => {
  const [, own] = await aPersonAt("Cedar", "Willow", "Ash", "Birch");
  const schools = await listSchools({ db: database, site: own!.site }, own!.memberId);
  assert.deepEqual(
    schools.map(({ name }) => name),
    ["Willow", "Ash", "Birch", "Cedar"],
  );
});

void test("The list takes two statements, however many sites the person belongs to", async () => {
  let statements = 0;
  const db: Queries = {
    ...database,
    many: (strings, ...values) => {
      statements++;
      return database.many(strings, ...values);
    },
  };
  for (const names of [["One"], ["One", "Two", "Three", "Four", "Five"]]) {
    statements = 0;
    const [own] = await aPersonAt(...names);
    const schools = await listSchools({ db, site: own!.site }, own!.memberId);
    assert.deepEqual([schools.length, statements], [names.length, 2]);
  }
});

void test("A member of another site or an anonymous caller has no schools here", async () => {
  const [here] = await aPersonAt("Here");
  const [elsewhere] = await aPersonAt("Elsewhere");
  assert.deepEqual(await listSchools({ db: database, site: here!.site }, elsewhere!.memberId), []);
  assert.deepEqual(await listSchools({ db: database, site: here!.site }, newId()), []);
});
