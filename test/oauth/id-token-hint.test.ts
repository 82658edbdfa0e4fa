import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { perform } from "#domain/platform/operation.ts";
import { signIdToken } from "#oauth/id-token.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { day, hour, later, second } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { answerOf, aSite, type ASite, authorizeUrl, encode, password, secretKey } from "../support/world.ts";
import { ask, askInVain } from "./support/ask.ts";

/** A client that two members have allowed, and the id_token of the first one. */
async function twoMembers() {
  const site = await aSite();
  const client = await site.operatorClient();
  const [ana, bo] = [await site.member(), await site.member({ name: "Bo" })];
  const { id_token } = await site.connect(client, ana, "openid");
  await site.connect(client, bo, "openid");
  return { site, client, ana, bo, hint: id_token! };
}

const rotateKey = (site: ASite, immediately: boolean) =>
  perform(signingKeyRotation(secretKey), { ...site.context(), caller: { kind: "cli" } }, { immediately });

const keyIdsOf = async (site: ASite) =>
  (await site.get("/api/oauth/jwks")).json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid);

void describe("id_token_hint (OpenID Connect Core §3.1.2.1)", () => {
  void test("lets the member it identifies continue as without a hint", async () => {
    const { site, client, ana, hint } = await twoMembers();
    const browser = await site.signedIn(ana);
    for (const prompt of [undefined, "none"]) {
      assert.match((await askInVain(site, client, { id_token_hint: hint, prompt }, browser)).code, /^lac_/);
    }
    const consent = await ask(site, client, { id_token_hint: hint, prompt: "consent" }, browser);
    assert.match(consent.address, /^\/consent\?/);
    assert.match(answerOf(await browser.submit(consent, { decision: "allow" })).code, /^lac_/);
  });

  void test("returns login_required for prompt=none if no member or another one is signed in", async () => {
    const { site, client, bo, hint } = await twoMembers();
    for (const browser of [await site.signedIn(bo), site.browser()]) {
      const answer = await askInVain(site, client, { id_token_hint: hint, prompt: "none" }, browser);
      assert.deepEqual([answer.error, answer.state, answer.iss], ["login_required", "xyz", site.origin]);
    }
  });

  void test("asks another member to sign in as the identified one, explains why, and discloses nothing before", async () => {
    const { site, client, ana, bo, hint } = await twoMembers();
    const browser = await site.signedIn(bo);
    const page = await ask(site, client, { id_token_hint: hint }, browser);
    assert.match(page.address, /^\/sign-in\?/);
    assert.match(page.body, /requires a different account from the one you are signed in with/);
    assert.ok(!page.body.includes(bo.email), "the field is not prefilled with the other account");
    assert.ok(
      !page.body.includes(ana.email),
      "the field is not prefilled with an account that this visitor may not know",
    );

    const again = await browser.submit(page, { email: bo.email, password });
    assert.equal(again.address, page.address);
    const end = await browser.submit(again, { email: ana.email, password });
    const { code } = answerOf(end);
    assert.match(code, /^lac_/);
  });

  void test("lets no other member answer the consent page of the identified one", async () => {
    const { site, client, ana, bo, hint } = await twoMembers();
    const browser = await site.signedIn(ana);
    const consent = await ask(site, client, { id_token_hint: hint, prompt: "consent" }, browser);
    const session = (await site.signedIn(bo)).cookies;
    for (const [name, value] of session) browser.cookies.set(name, value);
    const end = await browser.submit(consent, { decision: "allow", member_id: bo.sub });
    assert.match(end.address, /^\/sign-in\?/);
  });

  void test("applies by POST as by GET, and after it has expired", async () => {
    const { site, client, ana, bo, hint } = await twoMembers();
    await later(day, async () => {
      const query = new URL(authorizeUrl(client, { id_token_hint: hint, prompt: "none" }).url, site.origin).search;
      const fields = Object.fromEntries(new URLSearchParams(query));
      const answers = [];
      for (const member of [ana, bo]) {
        const browser = await site.signedIn(member);
        answers.push(answerOf(await browser.open("/oauth/authorize", fields)));
      }
      assert.match(answers[0]!.code, /^lac_/);
      assert.equal(answers[1]!.error, "login_required");
    });
  });

  void test("stays verifiable after its key is no longer published, without the private key", async () => {
    const { site, client, ana, bo, hint } = await twoMembers();
    await rotateKey(site, false);
    await later(hour, async () => {
      await rotateKey(site, false);
      assert.ok(!(await keyIdsOf(site)).includes(decodeProtectedHeader(hint).kid!));
      const silent = { id_token_hint: hint, prompt: "none" };
      assert.match((await askInVain(site, client, silent, await site.signedIn(ana))).code, /^lac_/);
      assert.equal((await askInVain(site, client, silent, await site.signedIn(bo))).error, "login_required");
      const [former] = await database.many<{ privateKey: Buffer | null }>`
        select private_key from signing_keys where site_id = ${site.id} order by id limit 1`;
      assert.equal(former!.privateKey, null);
    });
  });

  void test("is ignored without an error after its key was withdrawn", async () => {
    const { site, client, ana, bo, hint } = await twoMembers();
    await rotateKey(site, true);
    await later(6 * second, async () => {
      for (const member of [ana, bo]) {
        const browser = await site.signedIn(member);
        const silent = await askInVain(site, client, { id_token_hint: hint, prompt: "none" }, browser);
        assert.deepEqual([silent.error, silent.state], ["login_required", "xyz"]);
        // As without a hint: the signed-in member continues, whoever the token names.
        assert.match((await askInVain(site, client, { id_token_hint: hint }, browser)).code, /^lac_/);
      }
    });
  });

  void test("is not trusted with a key that was retired before another one leaked", async () => {
    const { site, client, ana, hint } = await twoMembers();
    await rotateKey(site, false);
    await later(hour, async () => {
      await rotateKey(site, true);
      const answer = await later(hour + 6 * second, async () =>
        askInVain(site, client, { id_token_hint: hint, prompt: "none" }, await site.signedIn(ana)),
      );
      assert.equal(answer.error, "login_required");
    });
  });

  void test("is invalid_request, redirected, if it was not issued by us for this client", async () => {
    const { site, client, ana, hint } = await twoMembers();
    const browser = await site.signedIn(ana);
    const claims = decodeJwt(hint);
    const header = { ...decodeProtectedHeader(hint), alg: "ES256" };
    const { privateKey } = await generateKeyPair("ES256");
    const [, payload] = hint.split(".");
    const other = await site.connect(await site.operatorClient({ name: "Other" }), ana, "openid");
    const elsewhere = await twoMembers();
    const signer = await openKeyRing(secretKey).signer(site.context(), new Date());
    const signed = (origin: string, sub: string) =>
      signIdToken(
        { ...site.site, origin },
        signer,
        { audience: client.clientId, claims: { sub }, nonce: null, authTime: null, amr: null, accessToken: "x" },
        new Date(),
      );
    assert.match(
      (await askInVain(site, client, { id_token_hint: signed(site.origin, ana.sub) }, browser)).code,
      /^lac_/,
    );
    const forged = {
      "signed with another key": await new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
      "without a signing key": new UnsecuredJWT(claims).encode(),
      "signed with our public key as a secret": await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: "HS256" })
        .sign(Buffer.from(JSON.stringify((await site.get("/api/oauth/jwks")).json<{ keys: object[] }>().keys[0]))),
      changed: hint.replace(payload!, Buffer.from(JSON.stringify({ ...claims, sub: "x" })).toString("base64url")),
      "without its signature": hint.slice(0, hint.lastIndexOf(".") + 1),
      "with trailing characters": `${hint}.x`,
      "of another client": other.id_token!,
      "of another site": elsewhere.hint,
      "of a former origin of the site": signed("https://moved.example.test", ana.sub),
      "with a subject that is not a member": signed(site.origin, client.clientId),
      "no JWT": "x",
      "three dots": "...",
      "JSON that is no object": [1, 2, 3].map(() => Buffer.from("1").toString("base64url")).join("."),
      "an access token": other.access_token,
      "far too long": `${hint}${"x".repeat(7000)}`,
    };
    for (const [what, id_token_hint] of Object.entries(forged)) {
      for (const prompt of [undefined, "none"]) {
        const answer = await askInVain(site, client, { id_token_hint, prompt }, browser);
        assert.deepEqual([answer.error, answer.state, answer.iss], ["invalid_request", "xyz", site.origin], what);
      }
    }
    const twice = `${authorizeUrl(client).url}&${encode({ id_token_hint: hint })}&${encode({ id_token_hint: hint })}`;
    assert.equal(answerOf(await browser.open(twice)).error, "invalid_request");
  });

  void test("can be long: it contains a name and a picture URL", async () => {
    const site = await aSite();
    const client = await site.operatorClient();
    const member = await site.member({ name: "n".repeat(2000) });
    const { id_token } = await site.connect(client, member, "openid profile");
    assert.ok(id_token!.length > 2000);
    const browser = await site.signedIn(member);
    const answer = await askInVain(site, client, { id_token_hint: id_token, scope: "openid profile" }, browser);
    assert.match(answer.code, /^lac_/);
  });
});
