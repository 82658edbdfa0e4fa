import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { later, minute } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import {
  type AClient,
  answerOf,
  aSite,
  type ASite,
  authorizeUrl,
  httpsRedirect,
  password,
  type Tokens,
} from "../support/world.ts";

const longAgo = 11 * minute;
const operatorScope = "openid members:read members:write";

async function anOwner() {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  return { site, owner, client: await site.register(), browser: await site.signedIn(owner) };
}

const requestOf = (client: AClient, scope: string) => authorizeUrl(client, { scope });

void describe("A stolen session, long after the sign-in", () => {
  void test("connects no application with access to the API without a confirmation", async () => {
    const { client, browser } = await anOwner();
    await later(longAgo, async () => {
      const asked = await browser.open(requestOf(client, operatorScope).url);
      assert.match(asked.address, /^\/account\/confirm\?return_to=%2Fconsent/);
      assert.match(asked.body, /Confirm that it is you/);
    });
  });

  void test("cannot decide on a page of consent that was open before", async () => {
    const { client, browser } = await anOwner();
    const page = await browser.open(requestOf(client, operatorScope).url);
    assert.match(page.address, /^\/consent\?/);
    await later(longAgo, async () => {
      const asked = await browser.submit(page, { decision: "allow" });
      assert.match(asked.address, /^\/account\/confirm\?/);
    });
  });

  void test("denies an application, which takes nothing", async () => {
    const { client, browser } = await anOwner();
    const page = await browser.open(requestOf(client, operatorScope).url);
    await later(longAgo, async () => {
      assert.equal(answerOf(await browser.submit(page, { decision: "deny" })).error, "access_denied");
    });
  });
});

const connected = async (confidential: boolean, scope: string) => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const client = await site.operatorClient({ audience: "operator", confidential, redirectUris: [httpsRedirect] });
  const { browser } = await site.allow(client, owner, scope);
  return { open: (extra = {}) => browser.open(authorizeUrl(client, { scope, ...extra }).url) };
};

void describe("A stolen session of a person who has connected an application, long after the sign-in", () => {
  void test("gets no code for the API as a public client, whose name is no secret", async () => {
    const { open } = await connected(false, operatorScope);
    assert.notEqual(answerOf(await open()).code, "");
    await later(longAgo, async () => {
      assert.match((await open()).address, /^\/account\/confirm\?return_to=%2Fconsent/);
      assert.equal(answerOf(await open({ prompt: "none" })).error, "consent_required");
    });
  });

  void test("continues to a client with a secret, and to any that only learns who they are", async () => {
    const confidential = await connected(true, operatorScope);
    const { open } = await connected(false, "openid email");
    await later(longAgo, async () => {
      assert.notEqual(answerOf(await confidential.open()).code, "");
      assert.notEqual(answerOf(await open()).code, "");
    });
  });
});

void describe("A person who connects an application long after the sign-in", () => {
  void test("confirms that it is them, decides, and the application works", async () => {
    const { site, client, browser } = await anOwner();
    await later(longAgo, async () => {
      const { url, verifier } = requestOf(client, operatorScope);
      const asked = await browser.open(url);
      const page = await browser.submit(asked, { current: password });
      assert.match(page.address, /^\/consent\?/);
      const { code } = answerOf(await browser.submit(page, { decision: "allow" }));
      const { access_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
      assert.equal((await membersOf(site, access_token)).statusCode, 200);
    });
  });

  void test("signs in again without a password, and continues with the request of the application", async () => {
    const { site, owner, client, browser } = await anOwner();
    const [account] = await database.many<{ hash: string }>`
      select password_hash as hash from accounts where id = ${owner.accountId}`;
    await database.run`update accounts set password_hash = null where id = ${owner.accountId}`;
    await later(longAgo, async () => {
      const { url, verifier } = requestOf(client, operatorScope);
      const asked = await browser.open(url);
      assert.match(asked.address, /^\/sign-in\?authorization=/);
      await database.run`update accounts set password_hash = ${account!.hash} where id = ${owner.accountId}`;
      const page = await browser.submit(asked, { email: owner.email, password });
      const { code } = answerOf(await browser.submit(page, { decision: "allow" }));
      assert.equal((await site.exchange(client, code, verifier)).statusCode, 200);
    });
  });

  void test("confirms nothing for an application that only learns who they are", async () => {
    const { client, browser } = await anOwner();
    await later(longAgo, async () => {
      const page = await browser.open(requestOf(client, "openid email").url);
      assert.match(page.address, /^\/consent\?/);
      assert.notEqual(answerOf(await browser.submit(page, { decision: "allow" })).code, "");
    });
  });

  void test("confirms nothing for access that their role does not give", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const client = await site.register();
    await later(longAgo, async () => {
      const page = await browser.open(requestOf(client, operatorScope).url);
      assert.match(page.address, /^\/consent\?/);
    });
  });
});

const membersOf = (site: ASite, bearer: string) => site.request("GET", "/api/v1/members", { bearer });
