import assert from "node:assert/strict";
import { test } from "node:test";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { perform } from "#domain/platform/operation.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { unsealPrivateKey } from "#oauth/signing-key.ts";
import { listSigningKeys } from "#oauth/signing-keys.ts";
import { later, minute, second } from "../support/clock.ts";
import { auditActions } from "../support/worlds/records.ts";
import { database } from "../support/databases/database.ts";
import { aSite, type ASite, buildProcess, secretKey, siteAt } from "../support/world.ts";

const keySet = async (site: ASite) => (await site.get("/api/oauth/jwks")).json<JSONWebKeySet>();
const kidsOf = async (site: ASite) => (await keySet(site)).keys.map(({ kid }) => kid!).sort();

/** Rotates as the command line does: running servers are not notified. */
async function rotate(site: ASite, immediately = false): Promise<string> {
  const context = { ...site.context(), caller: { kind: "cli" } } as const;
  return (await perform(signingKeyRotation(secretKey), context, { immediately })).kid;
}

async function idToken(site: ASite): Promise<string> {
  const { id_token } = await site.connect(await site.register(), await site.member(), "openid");
  return id_token!;
}
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

/** The site as served by a process with an empty key cache. */
const afresh = ({ site }: ASite): ASite => siteAt(site, buildProcess());

void test("The next key is published before it signs, and signs once every cache has it", async () => {
  const site = await aSite();
  const token = await idToken(site);
  const next = await rotate(site);
  assert.deepEqual(await kidsOf(afresh(site)), [kidOf(token)!, next].sort());
  assert.equal(kidOf(await idToken(afresh(site))), kidOf(token));
  await later(14 * minute, async () => assert.equal(kidOf(await idToken(afresh(site))), kidOf(token)));
  await later(16 * minute, async () => assert.equal(kidOf(await idToken(afresh(site))), next));
});

void test("The old key stays published until its last token has expired, then it is removed", async () => {
  const site = await aSite();
  const before = kidOf(await idToken(site))!;
  const next = await rotate(site);
  const last = await later(14.9 * minute, () => idToken(afresh(site)));
  assert.equal(kidOf(last), before);

  await later(24 * minute, async () => {
    const keys = createLocalJWKSet(await keySet(afresh(site)));
    await jwtVerify(last, keys, { issuer: site.origin, currentDate: new Date(Date.now() + 24 * minute) });
  });
  await later(31 * minute, async () => assert.deepEqual(await kidsOf(afresh(site)), [next]));
});

void test("The cache lifetime of the key set is shorter than the waiting time of a new key", async () => {
  const site = await aSite();
  const response = await site.get("/api/oauth/jwks");
  const maxAge = Number(/max-age=(\d+)/.exec(String(response.headers["cache-control"]))![1]);
  assert.ok(maxAge > 0 && maxAge < 15 * 60);
});

void test("A leaked key is removed immediately, and the next one signs immediately", async () => {
  const site = await aSite();
  const leaked = kidOf(await idToken(site));
  const next = await rotate(site, true);
  const there = afresh(site);
  assert.deepEqual(await kidsOf(there), [next]);
  assert.notEqual(next, leaked);
  assert.equal(kidOf(await idToken(there)), next);
});

void test("A running server follows within five seconds: the leaked key is neither published nor used", async () => {
  const site = await aSite();
  const leaked = kidOf(await idToken(site));
  assert.deepEqual(await kidsOf(site), [leaked]);
  const next = await rotate(site, true);
  await later(5 * second, async () => {
    assert.deepEqual(await kidsOf(site), [next]);
    assert.equal(kidOf(await idToken(site)), next);
  });
});

void test("A key created by a clock ahead of the server's signs anyway if it is the only one", async () => {
  const site = await aSite();
  await idToken(site);
  const next = await later(minute, () => rotate(site, true));
  const there = afresh(site);
  assert.equal(kidOf(await idToken(there)), next);
  assert.deepEqual(await kidsOf(there), [next]);
});

void test("Repeated key rotations leave no gap, and every rotation is recorded", async () => {
  const site = await aSite();
  await idToken(site);
  for (let turn = 1; turn <= 3; turn++) {
    await later(turn * 60 * minute, async () => {
      const next = await rotate(site);
      const kids = await kidsOf(afresh(site));
      assert.equal(kids.length, 2);
      assert.ok(kids.includes(next));
      await later(20 * minute, async () => assert.equal(kidOf(await idToken(afresh(site))), next));
    });
  }
  const rotations = (await auditActions(site)).filter((action) => action === "rotateSigningKey");
  assert.equal(rotations.length, 3);
});

void test("Private keys are encrypted: another installation's key cannot decrypt them", async () => {
  const site = await aSite();
  await idToken(site);
  const stored = await database.many<{ privateKey: Buffer }>`
    select private_key from signing_keys where site_id = ${site.id}`;
  assert.equal(stored.length, 1);
  assert.equal(stored[0]!.privateKey.includes(Buffer.from("PRIVATE KEY")), false);
  const [key] = await listSigningKeys({ db: database, site }, new Date());
  assert.equal(unsealPrivateKey(site.id, key!, secretKey).asymmetricKeyType, "ec");
  assert.throws(() => unsealPrivateKey(site.id, key!, Buffer.alloc(32)), /LECTERN_SECRET_KEY/);
});
