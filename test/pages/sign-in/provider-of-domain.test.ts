import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { requestSignUp } from "#domain/people/sign-up/request-sign-up.ts";
import { requestPasswordReset } from "#domain/people/accounts/request-password-reset.ts";
import { signIn } from "#domain/people/sign-in/sign-in.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { database } from "../../support/databases/database.ts";
import { password, postbox } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { aConnectedSite, addressIn, memberIn } from "./support/provider-site.ts";

const linksTo = (email: string) => database.many`select purpose from mail_links where email = ${email}`;

void describe("The sign-in page", () => {
  void test("leads an address of an organization to its provider, whether it has an account or not", async () => {
    const { site, domain } = await aConnectedSite();
    const known = await site.member({ email: `ana@${domain}` });
    for (const email of [known.email, `stranger@${domain}`, `Bo@${domain.toUpperCase()}`]) {
      const browser = site.browser();
      const page = await browser.submit(await browser.open("/sign-in"), { email, password: "", via: "provider" });
      const query = new URL(addressIn(page)).searchParams;
      assert.deepEqual([page.status, query.get("login_hint")], [200, email]);
      assert.equal(query.get("code_challenge_method"), "S256");
    }
  });

  void test("says that an address has no provider, and keeps it", async () => {
    const { site } = await aConnectedSite();
    const browser = site.browser();
    const fields = { email: "ana@elsewhere.example", password: "", via: "provider" };
    const page = await browser.submit(await browser.open("/sign-in"), fields);
    assert.equal(page.status, 422);
    assert.match(page.body, /No sign-in of an organization[^]*ana@elsewhere\.example/);
  });

  void test("accepts the passwords of a domain that has not given them up", async () => {
    const { site, domain } = await aConnectedSite();
    const { email } = await site.member({ email: `ana@${domain}` });
    const browser = site.browser();
    const page = await browser.submit(await browser.open("/sign-in"), { email, password });
    assert.equal(page.address, "/learn");
  });

  void test("has no button for organizations, and none for providers, at schools without them", async () => {
    const { site } = await aConnectedSite({ active: false });
    const { body } = await site.browser().open("/sign-in");
    assert.doesNotMatch(body, /Continue with|organization/);
  });
});

const setUp = async () => {
  const connected = await aConnectedSite({ passwordsOff: true });
  await connected.site.set({ openSignUp: true });
  const member = await connected.site.member({ email: `ana@${connected.domain}` });
  return { ...connected, member, context: { ...connected.site.context(), mail: postbox } };
};

void describe("Passwords of a domain that has given them up are refused", () => {
  void test("by the sign-in form, which leads to the provider", async () => {
    const { site, member, domain, context } = await setUp();
    for (const email of [member.email, member.email.toUpperCase(), `stranger@${domain}`]) {
      const browser = site.browser();
      addressIn(await browser.submit(await browser.open("/sign-in"), { email, password }));
      assert.equal(await memberIn(browser), undefined);
    }
    const credentials = { email: member.email, password, browser: "lbr_any", userAgent: "" };
    assert.equal(await signIn(context, credentials), undefined);
  });

  void test("by the password reset, which sends no email", async () => {
    const { site, member, context } = await setUp();
    const browser = site.browser();
    const page = await browser.submit(await browser.open("/password/forgotten"), { email: member.email });
    assert.match(page.body, /Sign in with Harbour ID/);
    const request = { email: member.email, locale: "en", browser: "lbr_any", authorizationId: null } as const;
    await assert.rejects(requestPasswordReset(context, request), { code: "invalid_state" });
    assert.deepEqual(await linksTo(member.email), []);
  });

  void test("by the link of an earlier password reset", async () => {
    const { site, member, context } = await setUp();
    const link = await insertMailLink(context, {
      purpose: "set_password",
      accountId: member.accountId,
      email: member.email,
    });
    const before = await database.first`select password_hash from accounts where id = ${member.accountId}`;
    const browser = site.browser();
    const page = await browser.open(`/password/new?link=${link}`);
    assert.match(page.body, /Sign in with Harbour ID/);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
    await browser.open("/password/new", { csrf, link, password: "plum-anchor-violet-99" });
    assert.deepEqual(await database.first`select password_hash from accounts where id = ${member.accountId}`, before);
  });

  void test("by sign-up and its links", async () => {
    const { site, domain, context } = await setUp();
    const email = `bo@${domain}`;
    const browser = site.browser();
    const page = await browser.submit(await browser.open("/sign-up"), { name: "Bo", email, password });
    assert.match(page.body, /Sign in with Harbour ID/);
    const origin = { locale: "en", browser: "lbr_any", authorizationId: null, returnTo: null } as const;
    await assert.rejects(requestSignUp(context, { name: "Bo", email, password, ...origin }), { code: "invalid_state" });
    assert.deepEqual(await linksTo(email), []);
    const link = await insertMailLink(context, { purpose: "sign_up", accountId: null, email, name: "Bo" });
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
    for (const confirming of [
      await browser.open(`/sign-up/confirm?link=${link}`),
      await browser.open("/sign-up/confirm", { csrf, link, name: "Bo", password }),
    ]) {
      assert.match(confirming.body, /Sign in with Harbour ID/);
    }
    assert.equal(await database.first`select 1 from accounts where email = ${email}`, undefined);
  });

  void test("by the password email that staff send", async () => {
    const { site, member } = await setUp();
    const operator = await operatorOf(site, "members:write");
    const sent = await operator.post(`/members/${member.sub}/send_password_email`);
    assert.equal(sent.statusCode, 409, sent.body);
  });
});
