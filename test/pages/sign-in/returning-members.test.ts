import assert from "node:assert/strict";
import { test } from "node:test";
import { remove } from "#domain/people/members/access/end-membership.ts";
import { findMemberByEmail } from "#domain/people/members/queries.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { aDirectory } from "../../support/worlds/directory.ts";
import { aConnectedSite, memberIn, personAt, rolesOf, signInWith } from "./support/provider-site.ts";

void test("A removed member stays out, and returns with the provider after a directory added them again", async () => {
  const connected = await aConnectedSite();
  const { site, domain } = connected;
  const claims = personAt(domain);
  await signInWith(connected, claims);
  const context = site.context();
  await remove(context, await mustExist(findMemberByEmail(context, claims.email)), true);
  assert.equal((await signInWith(connected, claims)).page.status, 403);

  const directory = await aDirectory(site, { emailDomains: [domain] });
  assert.equal((await directory.create({ userName: claims.email })).status, 201);
  // Without the provider's word for the address, the identity of the former membership accepts nothing.
  assert.equal((await signInWith(connected, { ...claims, email_verified: false })).page.status, 403);
  const { page, browser } = await signInWith(connected, claims);
  assert.deepEqual([page.address, page.status], ["/learn", 200]);
  assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
  assert.deepEqual(await rolesOf(site, claims.email), ["student"]);
  assert.equal((await signInWith(connected, claims)).page.address, "/learn");
});
