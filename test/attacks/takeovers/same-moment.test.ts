import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { enterCode, enterPassword, isSignedIn, setUpApp } from "../../support/second-factors.ts";
import { aSite, password, type Tokens } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { logOut, logoutClaims } from "../../pages/sign-in/support/provider-logouts.ts";
import {
  aConnectedSite,
  addressIn,
  authorizeIn,
  leave,
  personAt,
  signInWith,
} from "../../pages/sign-in/support/provider-site.ts";
import { anAddress, chosen, signIn } from "../../pages/support/sign-up-forms.ts";

const csrfOf = ({ body }: { body: string }) => /name="csrf" value="([^"]*)"/.exec(body)![1]!;

void describe("Used twice at the same moment, works once:", () => {
  void test("the response of a provider", async () => {
    const connected = await aConnectedSite();
    const browser = connected.site.browser();
    const response = connected.provider.approve(await leave(browser, connected.path), personAt(connected.domain));
    const answers = await Promise.all([1, 2, 3].map(() => browser.request("GET", response)));
    assert.equal(answers.filter(({ statusCode }) => statusCode === 303).length, 1);
    assert.equal(connected.provider.exchanges.length, 1);
    assert.equal((await database.many`select 1 from sessions where site_id = ${connected.site.id}`).length, 1);
  });

  void test("a recovery code", async () => {
    const site = await aSite();
    const member = await site.member();
    const { recoveryCodes } = await setUpApp(site, member);
    const browsers = [site.browser(), site.browser(), site.browser()];
    const pages = await Promise.all(browsers.map((browser) => enterPassword(browser, member)));
    await Promise.all(browsers.map((browser, index) => enterCode(browser, pages[index]!, recoveryCodes[0]!)));
    const entered = await Promise.all(browsers.map(isSignedIn));
    assert.equal(entered.filter(Boolean).length, 1);
  });

  void test("the link of an invitation", async () => {
    const site = await aSite();
    await site.verifySender("hello@school.example");
    const owner = await operatorOf(site, "members:read members:write");
    const email = anAddress();
    await owner.post("/members", { email, roles: ["manager"] });
    const link = linkIn((await mailsTo(email))[0]!);
    const browsers = [site.browser(), site.browser()];
    const forms = await Promise.all(browsers.map(async (browser) => csrfOf(await browser.open(link))));
    await Promise.all(
      browsers.map((browser, index) =>
        browser.request("POST", "/invitation", {
          csrf: forms[index]!,
          link: link.split("link=")[1]!,
          name: `Bo ${index}`,
          password: `${chosen}-${index}`,
        }),
      ),
    );
    const tries = [await signIn(site, email, `${chosen}-0`), await signIn(site, email, `${chosen}-1`)];
    assert.equal(tries.filter(({ address }) => address === "/admin").length, 1);
  });

  void test("the first sign-in of two people with one address: one gets in, and the other does not become them", async () => {
    const connected = await aConnectedSite();
    const people = [personAt(connected.domain), personAt(connected.domain)];
    const browsers = people.map(() => connected.site.browser());
    const responses = await Promise.all(
      browsers.map(async (browser, index) =>
        connected.provider.approve(await leave(browser, connected.path), people[index]!),
      ),
    );
    await Promise.all(browsers.map((browser, index) => browser.open(responses[index]!)));
    const entered = await Promise.all(browsers.map(isSignedIn));
    assert.equal(entered.filter(Boolean).length, 1);
    assert.equal((await database.many`select 1 from identities where site_id = ${connected.site.id}`).length, 1);
  });

  void test("an identity that two members connect", async () => {
    const connected = await aConnectedSite();
    const members = [await connected.site.member(), await connected.site.member()];
    const browsers = await Promise.all(members.map((member) => connected.site.signedIn(member)));
    const responses = await Promise.all(
      browsers.map(async (browser) => {
        const page = await browser.open("/account/sign-in");
        const fields = { current: password };
        const leaving = await browser.submit(page, fields, `/account/sign-in/${connected.wireId}/connect`);
        return connected.provider.approve(addressIn(leaving), { sub: "one identity" });
      }),
    );
    await Promise.all(browsers.map((browser, index) => browser.open(responses[index]!)));
    assert.equal((await database.many`select 1 from identities where site_id = ${connected.site.id}`).length, 1);
  });
});

void test("A code that is redeemed at the moment of a logout at the provider leaves no token that works", async () => {
  const connected = await aConnectedSite();
  const { site, provider } = connected;
  const client = await site.operatorClient();
  for (let round = 0; round < 8; round++) {
    const claims = personAt(connected.domain, { email: `ana-${round}@${connected.domain}`, sid: `session-${round}` });
    const { browser } = await signInWith(connected, claims);
    const { code, verifier } = await authorizeIn(browser, client);
    const token = await provider.sign(logoutClaims(connected, { sub: claims.sub, sid: `session-${round}` }));
    const [exchanged, loggedOut] = await Promise.all([site.exchange(client, code, verifier), logOut(connected, token)]);
    assert.equal(loggedOut.statusCode, 200);
    if (exchanged.statusCode !== 200) continue;
    const tokens = exchanged.json<Tokens>();
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 400);
  }
});
