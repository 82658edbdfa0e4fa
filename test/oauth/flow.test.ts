import assert from "node:assert/strict";
import { test } from "node:test";
import { auditActions } from "../support/worlds/records.ts";
import { answerOf, aSite, authorizeUrl, password, type Tokens } from "../support/world.ts";

void test("A member signs in and authorizes an application, which reads the profile until access is revoked", async () => {
  const site = await aSite();
  const member = await site.member({ name: "Ana Lima" });
  const client = await site.register();

  const browser = site.browser();
  const { url, verifier } = authorizeUrl(client, { scope: "openid profile email", nonce: "n" });
  const signIn = await browser.open(url);
  const consent = await browser.submit(signIn, { email: member.email, password });
  const answer = answerOf(await browser.submit(consent, { decision: "allow" }));
  assert.deepEqual([answer.state, answer.iss, answer.error], ["xyz", site.origin, null]);

  const tokens = (await site.exchange(client, answer.code, verifier)).json<Tokens>();
  assert.equal(tokens.scope, "openid profile email");
  assert.ok(tokens.id_token);
  const { org_id, ...claims } = (await site.userinfo(tokens.access_token)).json<{ org_id: string }>();
  assert.match(org_id, /^sit_[0-9a-z]{26}$/);
  assert.deepEqual(claims, {
    sub: member.sub,
    email: member.email,
    email_verified: true,
    name: "Ana Lima",
    roles: ["student"],
  });

  const refreshed = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
  const form = { token: refreshed.refresh_token, client_id: client.clientId };
  assert.equal((await site.postForm("/api/oauth/revoke", form)).statusCode, 200);
  assert.equal((await site.userinfo(refreshed.access_token)).statusCode, 401);
  assert.deepEqual(await auditActions(site), ["registerClient", "signIn", "allowClient", "revokeToken"]);
});

void test("The same flow works on a site without https, with cookies that browsers accept there", async () => {
  const site = await aSite({}, "http://localhost:43210");
  const member = await site.member();
  const client = await site.register();
  const browser = site.browser();
  const { url, verifier } = authorizeUrl(client);
  const consent = await browser.submit(await browser.open(url), { email: member.email, password });
  const { code } = answerOf(await browser.submit(consent, { decision: "allow" }));
  assert.equal((await site.exchange(client, code, verifier)).statusCode, 200);
  assert.deepEqual([...browser.cookies.keys()].sort(), [
    "lectern_browser_43210",
    "lectern_session_43210",
    "lectern_way_43210",
  ]);
});
