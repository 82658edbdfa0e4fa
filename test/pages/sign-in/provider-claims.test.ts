import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../../support/databases/database.ts";
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

void test("Claims that cannot be stored as they are name nobody", async () => {
  const connected = await aConnectedSite();
  const { domain, site } = connected;
  // Stored, both would be the same text.
  assert.equal((await signInWith(connected, personAt(domain, { sub: "a\ud800" }))).page.status, 400);
  assert.equal((await signInWith(connected, personAt(domain, { sub: "a\ud801" }))).page.status, 400);
  await signInWith(connected, personAt(domain, { name: " Ana\r\nBcc: \u200eLima\u2028" }));
  const member = await database.first<{ name: string }>`select name from members where site_id = ${site.id}`;
  assert.equal(member?.name, "Ana Bcc: Lima");
});
