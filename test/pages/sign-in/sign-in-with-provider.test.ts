import assert from "node:assert/strict";
import { test } from "node:test";
import { auditActions } from "../../support/worlds/records.ts";
import { aConnectedSite, memberIn, personAt, rolesOf, signInWith } from "./support/provider-site.ts";

void test("A person whom the provider vouches for becomes a student at the first sign-in, and returns", async () => {
  const connected = await aConnectedSite();
  const claims = personAt(connected.domain);
  const { page, browser } = await signInWith(connected, claims);
  assert.deepEqual([page.address, page.status], ["/learn", 200]);
  assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
  assert.deepEqual(await rolesOf(connected.site, claims.email), ["student"]);
  const again = await signInWith(connected, claims);
  assert.equal(again.page.address, "/learn");
  assert.deepEqual(await auditActions(connected.site), ["joinWithProvider", "connectIdentity", "signIn", "signIn"]);
});
