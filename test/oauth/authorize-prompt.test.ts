import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import { day, later, minute, now } from "../support/clock.ts";
import { answerOf, aSite, authorizeUrl, password, type Tokens } from "../support/world.ts";
import { ask, askInVain } from "./support/ask.ts";

void describe("prompt=none", () => {
  void test("returns login_required if no member is signed in", async () => {
    const site = await aSite();
    const answer = await askInVain(site, await site.operatorClient(), { prompt: "none" });
    assert.deepEqual([answer.error, answer.state, answer.iss], ["login_required", "xyz", site.origin]);
  });

  void test("returns consent_required if the member has not given consent", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const answer = await askInVain(site, await site.operatorClient(), { prompt: "none" }, browser);
    assert.deepEqual([answer.error, answer.state, answer.iss], ["consent_required", "xyz", site.origin]);
  });

  void test("returns a code if the member has given consent before", async () => {
    const site = await aSite();
    const client = await site.operatorClient();
    const { browser } = await site.allow(client, await site.member(), "openid");
    assert.match((await askInVain(site, client, { prompt: "none" }, browser)).code, /^lac_/);
  });

  void test("returns consent_required for a loopback redirect, regardless of earlier consent", async () => {
    const site = await aSite();
    const client = await site.register();
    const { browser } = await site.allow(client, await site.member(), "openid");
    assert.equal((await askInVain(site, client, { prompt: "none" }, browser)).error, "consent_required");
  });

  void test("cannot be combined with other values", async () => {
    const site = await aSite();
    const client = await site.register();
    for (const prompt of ["none login", "consent none"]) {
      assert.equal((await askInVain(site, client, { prompt })).error, "invalid_request");
    }
  });
});

void test("An unknown prompt is invalid_request", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const prompt of ["create", "LOGIN", "login,consent"]) {
    assert.equal((await askInVain(site, client, { prompt })).error, "invalid_request");
  }
});

for (const prompt of ["login", "login consent", "login select_account"]) {
  void test(`prompt=${prompt} requires one new sign-in even of a signed-in member`, async () => {
    const site = await aSite();
    const [client, member] = [await site.register(), await site.member()];
    const browser = await site.signedIn(member);
    await later(1000, async () => {
      const signIn = await ask(site, client, { prompt }, browser);
      assert.match(signIn.address, /^\/sign-in\?/);
      const consent = signIn.address.replace("/sign-in", "/consent");
      assert.equal((await browser.open(consent)).address, signIn.address, "the consent page does not bypass it");

      const requested = await browser.submit(signIn, { email: member.email, password });
      assert.equal(requested.address, consent);
      assert.match(answerOf(await browser.submit(requested, { decision: "allow" })).code, /^lac_/);
    });
  });
}

void test("prompt=consent asks again for consent that was given before", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const { browser } = await site.allow(client, await site.member(), "openid");
  assert.match((await askInVain(site, client, {}, browser)).code, /^lac_/);
  const page = await ask(site, client, { prompt: "consent" }, browser);
  assert.match(page.address, /^\/consent\?/);
  assert.equal(page.status, 200);
});

const secondsNow = () => Math.floor(now().getTime() / 1000);

async function connected() {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  const { browser } = await site.allow(client, member, "openid");
  return { site, client, member, browser };
}

void describe("max_age", () => {
  void test("accepts a more recent sign-in and reports its time in the id_token", async () => {
    const from = secondsNow();
    const { site, client, browser } = await connected();
    const to = secondsNow();
    await later(5 * minute, async () => {
      const { url, verifier } = authorizeUrl(client, { max_age: "600" });
      const { code } = answerOf(await browser.open(url));
      const { id_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
      const { auth_time } = decodeJwt(id_token!) as { auth_time: number };
      assert.ok(auth_time >= from && auth_time <= to, `Expected ${from} to ${to}, found ${auth_time}.`);
    });
  });

  void test("requires a new sign-in after that, and reports its time in the id_token", async () => {
    const { site, client, member, browser } = await connected();
    await later(11 * minute, async () => {
      const { url, verifier } = authorizeUrl(client, { max_age: "600" });
      const signIn = await browser.open(url);
      assert.match(signIn.address, /^\/sign-in\?/);
      const from = secondsNow();
      const { code } = answerOf(await browser.submit(signIn, { email: member.email, password }));
      const { id_token } = (await site.exchange(client, code, verifier)).json<Tokens>();
      const { auth_time, iat } = decodeJwt(id_token!) as { auth_time: number; iat: number };
      assert.ok(auth_time >= from && auth_time <= iat, "the new sign-in counts");
    });
  });

  void test("max_age=0 always requires a sign-in", async () => {
    const { site, client, browser } = await connected();
    await later(1000, async () => {
      assert.match((await ask(site, client, { max_age: "0" }, browser)).address, /^\/sign-in\?/);
      assert.equal((await askInVain(site, client, { max_age: "0", prompt: "none" }, browser)).error, "login_required");
    });
  });

  void test("is a whole number of seconds", async () => {
    const { site, client } = await connected();
    for (const max_age of ["-1", "1.5", "1e3", "soon", " 5", "99999999999"]) {
      assert.equal((await askInVain(site, client, { max_age })).error, "invalid_request");
    }
  });

  void test("alone adds auth_time to an id_token", async () => {
    const { site, client, member } = await connected();
    const { id_token } = await site.connect(client, member, "openid");
    assert.equal("auth_time" in decodeJwt(id_token!), false);
  });
});

void test("A pending authorization request expires after 15 minutes", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const browser = site.browser();
  const page = await ask(site, client, {}, browser);
  await later(14 * minute, async () => assert.equal((await browser.open(page.address)).status, 200));
  await later(16 * minute, async () => assert.equal((await browser.open(page.address)).status, 400));
  await later(day, async () => {
    const late = await browser.submit(page, { email: member.email, password });
    assert.equal(late.status, 400);
    assert.ok(late.body.includes("expired"));
  });
});
