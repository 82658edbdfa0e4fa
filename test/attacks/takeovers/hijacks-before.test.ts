import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { isSignedIn } from "../../support/second-factors.ts";
import { aSite, password } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { anOpenIdProvider } from "../../support/doubles/openid-provider.ts";
import {
  aConnectedSite,
  addressIn,
  aSiteOnline,
  connectProvider,
  personAt,
  signInWith,
} from "../../pages/sign-in/support/provider-site.ts";
import { anAddress, askForPassword, askToSignUp, chosen, linkTo, signIn } from "../../pages/support/sign-up-forms.ts";

// The classes of Sudhodanan and Paverd, "Pre-hijacked accounts" (USENIX Security 2022): an attacker prepares an account
// before the owner of its address joins.

void describe("An account that an attacker prepared for the victim's address gives no access to the victim", () => {
  void test("who then joins with a provider: the attacker's password opens nothing (classic-federated merge)", async () => {
    const [connected, elsewhere] = [await aConnectedSite(), await aSite()];
    const email = `ana@${connected.domain}`;
    await elsewhere.member({ email });
    const victim = await signInWith(connected, personAt(connected.domain));
    assert.equal(victim.page.address, "/learn");
    assert.notEqual((await signIn(connected.site, email, password)).address, "/learn");
    assert.equal((await signIn(elsewhere, email, password)).address, "/learn");
  });

  void test("who then joins with a provider: a sign-up that the attacker requested before sets no password", async () => {
    const connected = await aConnectedSite();
    await connected.site.set({ openSignUp: true });
    const email = `ana@${connected.domain}`;
    await askToSignUp(connected.site.browser(), { email, password: chosen });
    assert.equal((await signInWith(connected, personAt(connected.domain))).page.address, "/learn");
    assert.notEqual((await signIn(connected.site, email, chosen)).address, "/learn");
    // The victim opens the email of the attacker's request.
    const browser = connected.site.browser();
    const page = await browser.open(await linkTo(email));
    assert.notEqual((await browser.submit(page, {})).address, "/learn");
    assert.notEqual((await signIn(connected.site, email, chosen)).address, "/learn");
  });

  void test("who then replaces the password: the attacker's session has ended (unexpired session)", async () => {
    const site = await aSite();
    const member = await site.member();
    const attacker = site.browser();
    await signIn(site, member.email, password, attacker);
    assert.equal(await isSignedIn(attacker), true);
    const victim = site.browser();
    await askForPassword(victim, member.email);
    await victim.submit(await victim.open(await linkTo(member.email)), { password: chosen });
    assert.equal(await isSignedIn(attacker), false);
    assert.notEqual((await signIn(site, member.email, password)).address, "/learn");
  });

  void test("whose school has the same provider: the attacker's identity is unknown there (trojan identifier)", async () => {
    const [evil, victim] = [await aSiteOnline(), await aSiteOnline()];
    const provider = await anOpenIdProvider();
    const own = await connectProvider(evil, provider);
    const there = await connectProvider(victim, provider, { domains: [own.domain] });
    const { email } = await evil.member({ email: anAddress() });
    const attacker = evil.browser();
    await signIn(evil, email, password, attacker);
    const page = await attacker.open("/account/sign-in");
    const action = `/account/sign-in/${own.wireId}/connect`;
    const leaving = await attacker.submit(page, { current: password }, action);
    await attacker.open(provider.approve(addressIn(leaving), { sub: "trojan" }));
    await victim.member({ email });
    const { page: end, browser } = await signInWith(there, { sub: "trojan" });
    assert.equal(end.status, 403);
    assert.equal(await isSignedIn(browser), false);
    assert.equal((await signInWith(own, { sub: "trojan" })).page.address, "/learn");
  });

  void test("with a provider of their own school: they choose neither a password nor an address there", async () => {
    const evil = await aConnectedSite();
    const [victim, elsewhere] = [await operatorOf(await aSite(), "members:read members:write"), anAddress()];
    const email = `ana@${evil.domain}`;
    const claims = personAt(evil.domain);
    const { browser: attacker } = await signInWith(evil, claims);
    const changed = await attacker.submit(await attacker.open("/account/password"), { password }, "/account/password");
    assert.equal(changed.address, "/password/forgotten");
    const moved = await attacker.submit(await attacker.open("/account/email"), { email: elsewhere }, "/account/email");
    assert.equal(moved.address, "/password/forgotten");
    assert.deepEqual(await mailsTo(elsewhere, 0), []);
    await victim.post("/members", { email, roles: ["manager"] });
    assert.equal((await signIn(victim.site, email, password)).status, 401);
    // The owner of the mailbox gets in, and the attacker stays at their own school.
    const browser = victim.site.browser();
    const page = await browser.open(linkIn((await mailsTo(email))[0]!));
    await browser.submit(page, { name: "Ana", password: chosen });
    assert.equal((await signIn(victim.site, email, chosen)).address, "/admin");
  });

  void test("by a change to the victim's address that was never confirmed (unexpired email change)", async () => {
    const site = await aSite({ openSignUp: true });
    const attacker = await site.member();
    const browser = await site.signedIn(attacker);
    const email = anAddress();
    await browser.submit(await browser.open("/account/email"), { email, current: password }, "/account/email");
    const stale = linkIn((await mailsTo(email))[0]!);
    const victim = site.browser();
    await askToSignUp(victim, { email });
    await victim.submit(await victim.open(await linkTo(email, 2)), {});
    assert.equal(await isSignedIn(victim), true);
    // Even the victim who opens the email of the attacker's request changes nothing.
    assert.doesNotMatch((await victim.open(stale)).body, /action="\/email\/confirm"/);
    const after = await signIn(site, email, chosen);
    assert.equal(after.address, "/learn");
    assert.notEqual((await signIn(site, email, password)).address, "/learn");
    assert.equal((await signIn(site, attacker.email, password)).address, "/learn");
  });

  void test("by a provider that does not verify addresses, of which the school has one (non-verifying provider)", async () => {
    const connected = await aConnectedSite();
    const { email } = await connected.site.member({ email: `ana@${connected.domain}` });
    const { page, browser } = await signInWith(connected, { sub: "attacker", email, email_verified: false });
    assert.equal(page.status, 403);
    assert.equal(await isSignedIn(browser), false);
  });
});
