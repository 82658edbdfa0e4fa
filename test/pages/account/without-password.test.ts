import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { later, minute } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { aSite } from "../../support/world.ts";
import { mailsInAll } from "../../support/doubles/mailroom.ts";
import { anAskedCode, askForCode, codeIn, enterDigits } from "../sign-in/support/mailed-codes.ts";
import { anAddress, linkTo } from "../support/sign-up-forms.ts";

/** A person who came in by a mailed code. */
async function signedInWithoutPassword(site: ASite, member: AMember) {
  const browser = await site.signedIn(member);
  await database.run`
    update accounts set password_hash = null
     where id = (select account_id from members where site_id = ${site.site.id} and id = ${member.id})`;
  await database.run`update sessions set amr = '{mail}' where site_id = ${site.site.id} and member_id = ${member.id}`;
  return browser;
}

const sensitive = [
  { path: "/account/data", fields: {}, shows: /being prepared/ },
  { path: "/account/delete", fields: { understood: "on" }, shows: /Your account is being deleted/ },
  { path: "/account/email", fields: { email: "moved@elsewhere.example" }, shows: /moved@elsewhere\.example/ },
  { path: "/account/password", fields: { password: "quiet-lantern-copper-58" }, shows: /./ },
] as const;

void describe("A person without a password", () => {
  for (const { path, fields, shows } of sensitive) {
    void test(`uses ${path} after a sign-in, and no field asks for a password they do not have`, async () => {
      const site = await aSite();
      const browser = await signedInWithoutPassword(site, await site.member());
      const page = await browser.open(path);
      assert.doesNotMatch(page.body, /name="current"/);
      const done = await browser.submit(page, fields, path);
      assert.equal(done.status, 200);
      assert.match(done.body, shows);
    });

    void test(`has to sign in again for ${path} when the sign-in is no longer recent`, async () => {
      const site = await aSite();
      const browser = await signedInWithoutPassword(site, await site.member());
      await later(11 * minute, async () => {
        const asked = await browser.submit(await browser.open(path), { ...fields, current: "anything" }, path);
        assert.equal(asked.status, 403);
        assert.match(asked.body, /Your account has no password/);
      });
    });
  }

  void test("confirms a new address on another device after a mailed code, which leads back to the link", async () => {
    const { site, member, browser, page, digits } = await anAskedCode();
    await enterDigits(browser, page, digits);
    await database.run`update accounts set password_hash = null where id = ${member.accountId}`;
    const email = anAddress();
    await browser.submit(await browser.open("/account/email"), { email }, "/account/email");
    const phone = site.browser();
    const [, address = ""] =
      /href="(\/sign-in\?return_to=[^"]+)"/.exec((await phone.open(await linkTo(email))).body) ?? [];
    const before = await mailsInAll(member.email);
    const asked = await askForCode(phone, member.email, address);
    const confirm = await enterDigits(phone, asked, (await codeIn(member.email, before + 1)).digits);
    assert.match(confirm.address, /^\/email\/confirm\?sealed=/);
    assert.match((await phone.submit(confirm, {}, "/email/confirm")).body, /has been changed/);
  });

  void test("creates an API key as an owner", async () => {
    const site = await aSite();
    const browser = await signedInWithoutPassword(site, await site.member({ roles: ["owner"] }));
    const path = "/admin/developers/api-keys/new";
    const page = await browser.open(path);
    assert.doesNotMatch(page.body, /name="current"/);
    const made = await browser.submit(page, { name: "Sync", "scope.members:read": "on", expiry: "30" }, path);
    assert.match(made.body, /lak_/);
  });
});
