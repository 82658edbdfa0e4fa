import assert from "node:assert/strict";
import { test } from "node:test";
import { password } from "../../support/world.ts";
import { aConnectedSite } from "../sign-in/support/provider-site.ts";
import { database } from "../../support/databases/database.ts";
import { anAddress, linkTo } from "../support/sign-up-forms.ts";

const turnPasswordsOff = (siteId: string) =>
  database.run`update identity_providers set passwords_off = true where site_id = ${siteId}`;

void test("An address whose domain signs in without passwords is not exchanged for one with a password", async () => {
  const { site, domain } = await aConnectedSite();
  const member = await site.member({ email: `kim@${domain}` });
  const browser = await site.signedIn(member);
  const ask = async (email: string) =>
    browser.submit(await browser.open("/account/email"), { email, current: password }, "/account/email");
  const before = anAddress();
  assert.equal((await ask(before)).status, 200);
  await turnPasswordsOff(site.id);
  const refused = await ask(anAddress());
  assert.equal(refused.status, 409);
  // The link was mailed before.
  const confirmed = await browser.submit(await browser.open(await linkTo(before)), {});
  assert.equal(confirmed.status, 409);
  const account = await database.one<{ email: string }>`select email from accounts where id = ${member.accountId}`;
  assert.equal(account.email, member.email);
  assert.equal((await ask(`kim.lee@${domain}`)).status, 200);
});
