import assert from "node:assert/strict";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { operatorOf } from "../rest/support/operator.ts";
import { assertStatus } from "../support/assert-status.ts";
import { mailAbout, mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import { database } from "../support/databases/database.ts";
import { enterPassword, isSignedIn, recoveryCodesIn, setUpApp } from "../support/second-factors.ts";
import { type Forged, passkeyOptionsIn, SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { type AMember, type ASite, aSite, later } from "../support/world.ts";

/** A member with a passkey. */
async function withPasskey(site: ASite, member: AMember, forged: Forged = {}) {
  const browser = await site.signedIn(member);
  const authenticator = new SoftwareAuthenticator(site.origin);
  const page = await browser.open("/account/security/passkeys/new");
  const passkey = authenticator.register(passkeyOptionsIn(page), forged);
  const done = await browser.submit(page, { name: "Laptop", passkey });
  return { browser, authenticator, done };
}

async function aVictim() {
  const site = await aSite();
  const member = await site.member();
  return { site, member, ...(await withPasskey(site, member)) };
}

type Victim = Awaited<ReturnType<typeof aVictim>>;

/** Opens the sign-in page and submits a response. */
async function enter({ site, authenticator }: Victim, forged: Forged = {}, browser = site.browser()) {
  const page = await browser.open("/sign-in");
  const passkey = authenticator.use(passkeyOptionsIn(page), forged);
  const end = await browser.submit(page, { passkey }, "/sign-in/passkey");
  return { page, passkey, end, browser };
}

const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

void test("An honest passkey signs in, and its recovery codes were shown once", async () => {
  const victim = await aVictim();
  assert.equal(recoveryCodesIn(victim.done).length, 10);
  const { end, browser } = await enter(victim);
  assert.equal(end.address, "/learn");
  assert.equal(await isSignedIn(browser), true);
});

void test("A copy of a passkey is refused, and its owner gets one email about it", async () => {
  const victim = await aVictim();
  await enter(victim);
  const copied = { counter: 1 };
  for (let count = 0; count < 2; count++) assert.equal((await enter(victim, copied)).end.status, 401);
  const { email } = await mailAbout(victim.member.email, /may have been copied/);
  assert.ok(email.text!.includes(`${victim.site.origin}/account/security`));
  await enter(victim, { ...copied, key: otherKey });
  const subjects = (await mailsTo(victim.member.email)).map(({ email: { subject } }) => subject);
  assert.equal(subjects.filter((subject) => /copied/.test(subject ?? "")).length, 1);
});

void test("A stranger without the key causes no email about a copy", async () => {
  const victim = await aVictim();
  await enter(victim);
  await enter(victim, { counter: 0, key: otherKey });
  assert.equal(await mailsInAll(victim.member.email), 1);
});

void describe("A response of a passkey is refused", () => {
  const forgeries: Record<string, Forged> = {
    "from another origin": { origin: "https://school.example" },
    "from the same host without TLS": { origin: "http://harbour.example.test" },
    "for another relying party": { rpId: "school.example" },
    "for the parent domain": { rpId: "example.test" },
    "without user verification": { isVerified: false },
    "without user presence": { isPresent: false },
    "signed with another key": { key: otherKey },
    "changed after the signature": { tamper: true },
    "of the other ceremony": { type: "webauthn.create" },
    "from a frame of another origin": { crossOrigin: true },
    "with a top origin": { crossOrigin: true, topOrigin: "https://school.example" },
    "with a challenge that the attacker made": { challenge: randomBytes(54).toString("base64url") },
    "without a challenge": { challenge: "" },
    "with a counter that went back": { counter: 0 },
    "with the user handle of another member": { userHandle: randomBytes(16).toString("base64url") },
    "with an unknown credential": { credentialId: randomBytes(32) },
    "with an empty credential": { credentialId: Buffer.alloc(0) },
  };
  for (const [name, forged] of Object.entries(forgeries)) {
    void test(name, async () => {
      const victim = await aVictim();
      const { end, browser } = await enter(victim, forged);
      assert.equal(end.status, 401);
      assert.equal(await isSignedIn(browser), false);
    });
  }

  void test("a second time in the same browser", async () => {
    const victim = await aVictim();
    const { page, passkey, browser } = await enter(victim);
    await browser.open("/sign-out");
    const again = victim.site.browser();
    for (const [name, value] of browser.cookies) if (name.includes("browser")) again.cookies.set(name, value);
    const end = await again.submit(page, { passkey }, "/sign-in/passkey");
    assert.equal(end.status, 401);
    assert.equal(await isSignedIn(again), false);
  });

  void test("with the challenge of another browser", async () => {
    const victim = await aVictim();
    const { challenge } = passkeyOptionsIn(await victim.site.browser().open("/sign-in"));
    const { end, browser } = await enter(victim, { challenge });
    assert.equal(end.status, 401);
    assert.equal(await isSignedIn(browser), false);
  });

  void test("with the challenge of another site", async () => {
    const [victim, other] = [await aVictim(), await aSite()];
    const browser = victim.site.browser();
    const { challenge } = passkeyOptionsIn(await other.browser().open("/sign-in"));
    assert.equal((await enter(victim, { challenge }, browser)).end.status, 401);
  });

  void test("with an expired challenge", async () => {
    const victim = await aVictim();
    const browser = victim.site.browser();
    const page = await browser.open("/sign-in");
    await later(61 * 60_000, async () => {
      const passkey = victim.authenticator.use(passkeyOptionsIn(page));
      assert.equal((await browser.submit(page, { passkey }, "/sign-in/passkey")).status, 401);
    });
  });

  void test("at another site of the same person", async () => {
    const victim = await aVictim();
    const elsewhere = await aSite();
    await elsewhere.member({ email: victim.member.email });
    const browser = elsewhere.browser();
    const page = await browser.open("/sign-in");
    const passkey = victim.authenticator.use(passkeyOptionsIn(page), { origin: elsewhere.origin });
    assert.equal((await browser.submit(page, { passkey }, "/sign-in/passkey")).status, 401);
  });

  void test("if its owner is suspended", async () => {
    const victim = await aVictim();
    await database.run`
      update members set status = 'suspended' where site_id = ${victim.site.id} and id = ${victim.member.id}`;
    const { end, browser } = await enter(victim);
    assert.equal(end.status, 401);
    assert.equal(await isSignedIn(browser), false);
  });

  void test("if it belongs to another member than the password before it", async () => {
    const victim = await aVictim();
    const attacker = await victim.site.member();
    const own = await withPasskey(victim.site, attacker);
    const browser = victim.site.browser();
    const page = await enterPassword(browser, victim.member);
    const passkey = own.authenticator.use(passkeyOptionsIn(page));
    const action = /action="(\/sign-in\/passkey[^"]*)"/.exec(page.body)![1];
    assert.equal((await browser.submit(page, { passkey }, action)).status, 401);
    assert.equal(await isSignedIn(browser), false);
  });

  void test("if its challenge is one of the sign-in page, to confirm an identity", async () => {
    const victim = await aVictim();
    const { browser } = victim;
    await later(11 * 60_000, async () => {
      const { challenge } = passkeyOptionsIn(await victim.site.browser().open("/sign-in"));
      const page = await browser.open("/account/security/app");
      assert.match(page.address, /^\/account\/confirm/);
      const passkey = victim.authenticator.use(passkeyOptionsIn(page), { challenge });
      const action = /action="(\/account\/confirm\/passkey[^"]*)"/.exec(page.body)![1];
      assert.equal((await browser.submit(page, { passkey }, action)).status, 401);
      assert.match((await browser.open("/account/security/app")).address, /^\/account\/confirm/);
    });
  });
});

void describe("A new passkey is refused", () => {
  const forgeries: Record<string, Forged> = {
    "from another origin": { origin: "https://school.example" },
    "for another relying party": { rpId: "school.example" },
    "without user verification": { isVerified: false },
    "without user presence": { isPresent: false },
    "of the other ceremony": { type: "webauthn.get" },
    "from a frame of another origin": { crossOrigin: true },
    "with a challenge that the attacker made": { challenge: randomBytes(54).toString("base64url") },
    // {"x5c": [h'00']}: certificates can name addresses that the server would fetch.
    "with certificates": {
      attestation: { format: "packed", statement: Buffer.from("a16378356381 4100".replaceAll(" ", ""), "hex") },
    },
    "with an unknown format": { attestation: { format: "fido-u2f", statement: Buffer.from("a0", "hex") } },
  };
  for (const [name, forged] of Object.entries(forgeries)) {
    void test(name, async () => {
      const site = await aSite();
      const { done } = await withPasskey(site, await site.member(), forged);
      assert.equal(done.status, 422);
      assert.deepEqual(await database.many`select id from passkeys where site_id = ${site.id}`, []);
    });
  }

  void test("if another member has it already", async () => {
    const victim = await aVictim();
    const attacker = await victim.site.signedIn(await victim.site.member());
    const page = await attacker.open("/account/security/passkeys/new");
    const passkey = victim.authenticator.register(passkeyOptionsIn(page));
    assert.equal((await attacker.submit(page, { name: "Mine", passkey })).status, 422);
  });

  void test("in a session that began too long ago", async () => {
    const { site, member } = await aVictim();
    const browser = await site.signedIn(member);
    const page = await browser.open("/account/security/passkeys/new");
    await later(11 * 60_000, async () => {
      const passkey = new SoftwareAuthenticator(site.origin).register(passkeyOptionsIn(page));
      const end = await browser.submit(page, { name: "Mine", passkey });
      assert.equal(end.status, 403);
      assert.match(end.body, /Confirm that it is you/);
      const stored = await database.many`select id from passkeys where site_id = ${site.id}`;
      assert.equal(stored.length, 1);
    });
  });
});

void test("A member cannot rename or remove the passkey of another member", async () => {
  const victim = await aVictim();
  const attacker = await victim.site.signedIn(await victim.site.member());
  const own = await victim.browser.open("/account/security");
  const [, id] = /passkeys\/(psk_\w+)\/remove/.exec(own.body)!;
  for (const act of ["rename", "remove"]) {
    assert.equal((await attacker.open(`/account/security/passkeys/${id}/${act}`)).status, 404);
  }
  const forms = await attacker.open("/account/security/app");
  const csrf = /name="csrf" value="([^"]*)"/.exec(forms.body)![1]!;
  for (const act of ["rename", "remove"]) {
    const end = await attacker.open(`/account/security/passkeys/${id}/${act}`, { csrf, name: "Mine" });
    assert.equal(end.status, 404);
  }
  assert.match((await victim.browser.open("/account/security")).body, /Laptop/);
});

void test("A second factor that is added ends the sessions that were opened without one", async () => {
  const site = await aSite();
  const member = await site.member();
  const stolen = await site.signedIn(member);
  await setUpApp(site, member);
  assert.equal(await isSignedIn(stolen), false);
});

void test("A passkey from before a member was removed signs in no one once the address is a member again", async () => {
  const victim = await aVictim();
  const { site, member } = victim;
  const operator = await operatorOf(site, "members:read members:write");
  assert.equal((await operator.delete(`/members/${member.sub}`)).statusCode, 204);
  assertStatus(await operator.post("/members", { email: member.email, roles: ["student"] }), 201);
  assert.equal((await enterPassword(site.browser(), member)).address, "/learn");
  const { end, browser } = await enter(victim);
  assert.equal(end.status, 401);
  assert.equal(await isSignedIn(browser), false);
});
