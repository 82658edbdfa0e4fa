import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeProtectedHeader } from "jose";
import { auditOf } from "../../support/worlds/records.ts";
import { minute } from "../../support/clock.ts";
import { aSite, type ASite, later } from "../../support/world.ts";

const path = "/admin/security/signing";

async function aRunSite() {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  return { site, owner, browser: await site.signedIn(owner) };
}

const discovery = async (site: ASite) =>
  (await site.get("/.well-known/openid-configuration")).json<Record<string, unknown>>();
const kids = async (site: ASite) =>
  (await site.get("/api/oauth/jwks")).json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid);

async function idToken(site: ASite): Promise<string | undefined> {
  return (await site.connect(await site.register(), await site.member(), "openid")).id_token;
}
const kidOf = (token: string | undefined) => token && decodeProtectedHeader(token).kid;

void test("Signing is switched between off, published and on, effective at the next request", async () => {
  const { site, browser } = await aRunSite();
  const key = kidOf(await idToken(site));
  const expected = {
    off: { jwks: false, algorithms: false, keys: [], signs: false },
    published: { jwks: true, algorithms: false, keys: [key], signs: false },
    on: { jwks: true, algorithms: true, keys: [key], signs: true },
  };
  for (const [state, { jwks, algorithms, keys, signs }] of Object.entries(expected)) {
    const page = await browser.submit(await browser.open(path), { signing: state });
    assert.equal(page.address, `${path}?done=saved`);
    assert.match(page.body, new RegExp(`value="${state}"\\s+required\\s+checked`));
    const document = await discovery(site);
    assert.equal("jwks_uri" in document, jwks, state);
    assert.equal("id_token_signing_alg_values_supported" in document, algorithms, state);
    assert.deepEqual(await kids(site), keys, state);
    assert.equal((await idToken(site)) !== undefined, signs, state);
  }
  const changes = (await auditOf(site)).filter(({ action }) => action === "changeSettings");
  assert.deepEqual(
    changes.map(({ details }) => details),
    [{ signing: "off" }, { signing: "published" }, { signing: "on" }],
  );
});

void test("An unknown state changes nothing", async () => {
  const { site, browser } = await aRunSite();
  assert.equal((await browser.submit(await browser.open(path), { signing: "maybe" })).address, path);
  await browser.submit(await browser.open(path), {});
  assert.ok("jwks_uri" in (await discovery(site)));
});

void test("A site without a key says so and offers no rotation", async () => {
  const { browser } = await aRunSite();
  const page = await browser.open(path);
  assert.match(page.body, /No keys yet/);
  assert.doesNotMatch(page.body, /signing\/(rotate|withdraw)/);
});

void test("A new key is published immediately and signs later, and both are listed with their times", async () => {
  const { site, owner, browser } = await aRunSite();
  const before = kidOf(await idToken(site))!;
  const rotated = await browser.submit(await browser.open(path), {}, `${path}/rotate`);
  assert.equal(rotated.address, `${path}?done=rotated`);
  assert.match(rotated.body, /A new key has been created\./);
  const [next, present] = await kids(site);
  assert.equal(present, before);
  const order = [next, "Signs from", "Next", before, "Signing since", "Published until", "Active"];
  assert.match(rotated.body, new RegExp(order.join("[^]*")));
  assert.doesNotMatch(rotated.body, /"d"|private key/i);
  assert.equal(kidOf(await idToken(site)), before);
  await later(16 * minute, async () => assert.equal(kidOf(await idToken(site)), next));

  const entry = (await auditOf(site)).findLast(({ action }) => action === "rotateSigningKey");
  assert.deepEqual([entry?.memberId, entry?.resourceId, entry?.details["immediately"]], [owner.id, next, false]);
});

void test("A form for a new key that is sent twice creates one, and no other is offered while one is pending", async () => {
  const { site, browser } = await aRunSite();
  await idToken(site);
  const page = await browser.open(path);
  const rotated = await browser.submit(page, {}, `${path}/rotate`);
  await browser.submit(page, {}, `${path}/rotate`);
  assert.equal((await kids(site)).length, 2);
  assert.match(rotated.body, /A new key has been published/);
  assert.doesNotMatch(rotated.body, /action="[^"]*\/rotate"/);
});

void test("After a key leak all keys are withdrawn immediately, and a new one signs immediately", async () => {
  const { site, browser } = await aRunSite();
  const leaked = kidOf(await idToken(site));
  const page = await browser.submit(await browser.open(path), {}, `${path}/withdraw`);
  assert.equal(page.address, `${path}?done=withdrawn`);
  const [key, ...others] = await kids(site);
  assert.deepEqual(others, []);
  assert.notEqual(key, leaked);
  assert.equal(kidOf(await idToken(site)), key);
});

void test("A forged form neither changes the state nor creates a key", async () => {
  const { site, browser } = await aRunSite();
  await idToken(site);
  const before = await kids(site);
  for (const url of [path, `${path}/rotate`, `${path}/withdraw`]) {
    assert.equal((await browser.open(url, { csrf: "made-up", signing: "off", newest: before[0]! })).status, 403);
  }
  assert.deepEqual(await kids(site), before);
});
