import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Manners } from "../../support/doubles/openid-provider.ts";
import { logOut, logoutClaims, seconds, twoSessions } from "./support/provider-logouts.ts";
import { aConnectedSite, memberIn, personAt, signInWith } from "./support/provider-site.ts";

void describe("A logout token of the provider", () => {
  void test("ends the session that it names, and no other one", async () => {
    const { connected, claims, one, two } = await twoSessions();
    const token = await connected.provider.sign(logoutClaims(connected, { sub: claims.sub, sid: "session-1" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.deepEqual([await memberIn(one), (await memberIn(two)) !== undefined], [undefined, true]);
  });

  void test("ends all sessions of the person, but not one with a password", async () => {
    const { connected, claims, one, two } = await twoSessions();
    const { id } = (await connected.site.context().db.first<{ id: string }>`
      select id from members where site_id = ${connected.site.id} and email = ${claims.email}`)!;
    const member = { id, sub: "", email: claims.email, accountId: "" };
    const three = await connected.site.signedIn(member);
    const token = await connected.provider.sign(logoutClaims(connected, { sub: claims.sub }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.deepEqual([await memberIn(one), await memberIn(two)], [undefined, undefined]);
    assert.notEqual(await memberIn(three), undefined);
  });

  void test("works once", async () => {
    const { connected, claims, two } = await twoSessions();
    const token = await connected.provider.sign(logoutClaims(connected, { sub: claims.sub, sid: "session-1" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.equal((await logOut(connected, token)).statusCode, 400);
    assert.notEqual(await memberIn(two), undefined);
  });

  const refused: [name: string, claims: Record<string, unknown>, manners?: Manners][] = [
    ["of another issuer", { iss: "https://evil.apps.test" }],
    ["for another client", { aud: "another-client" }],
    ["with an audience that is no text", { aud: ["school", 7] }],
    ["with a person that is no text", { sub: 7 }],
    ["with a session that is no text", { sid: ["session-1"] }],
    ["without the event", { events: {} }],
    ["with an event that is no object", { events: { "http://schemas.openid.net/event/backchannel-logout": true } }],
    ["with a nonce, as ID tokens have", { nonce: "n" }],
    ["that is expired", { exp: seconds() - 120 }],
    ["that is old", { iat: seconds() - 3600 }],
    ["without an expiry", { exp: undefined }],
    ["without an ID", { jti: undefined }],
    ["with an ID that is no text", { jti: { a: 1 } }],
    ["without a person and a session", { sub: undefined, sid: undefined }],
    ["that is not signed", {}, { signature: "none" }],
    ["with the public key as a shared secret", {}, { signature: "public" }],
    ["of a stranger's key", {}, { signature: "stranger" }],
  ];
  for (const [name, claims, manners = {}] of refused) {
    void test(`is refused: one ${name}`, async () => {
      const connected = await aConnectedSite();
      const person = personAt(connected.domain);
      const { browser } = await signInWith(connected, { ...person, sid: "session-1" });
      connected.provider.manners = manners;
      const token = await connected.provider.sign(
        logoutClaims(connected, { sub: person.sub, sid: "session-1", ...claims }),
      );
      const answer = await logOut(connected, token);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.equal(answer.json<{ error: string }>().error, "invalid_request");
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.notEqual(await memberIn(browser), undefined);
    });
  }
});

void test("The frame of a logout page ends the session that it names, in no other site's name", async () => {
  const { connected, one, two } = await twoSessions();
  const { site, path, provider } = connected;
  const front = (iss: string, sid: string) =>
    site.get(`${path}/front-channel-logout?${new URLSearchParams({ iss, sid }).toString()}`);
  await front("https://evil.apps.test", "session-1");
  await front(provider.issuer, "");
  assert.notEqual(await memberIn(one), undefined);
  const answer = await front(provider.issuer, "session-1");
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers["content-security-policy"]), /frame-ancestors https:\/\/[\w-]+\.apps\.test/);
  assert.deepEqual([await memberIn(one), (await memberIn(two)) !== undefined], [undefined, true]);
});
