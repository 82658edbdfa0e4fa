import assert from "node:assert/strict";
import { test } from "node:test";
import { aConnectedSite, personAt, signInWith } from "./support/provider-site.ts";

void test("What the ID token says about no address does not vouch for the address of UserInfo", async () => {
  const connected = await aConnectedSite();
  const { provider, domain } = connected;
  const claims = personAt(domain);
  provider.manners = {
    idToken: { email: undefined, email_verified: true },
    userInfo: { ...claims, email_verified: undefined },
  };
  assert.equal((await signInWith(connected, claims)).page.status, 403);
  provider.manners.userInfo = claims;
  assert.equal((await signInWith(connected, claims)).page.address, "/learn");
});
