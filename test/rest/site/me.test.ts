import assert from "node:assert/strict";
import { test } from "node:test";
import { unverifyEmail } from "../../support/worlds/records.ts";
import { day } from "../../support/clock.ts";
import { anApiKey } from "../../support/worlds/api-key.ts";
import { setRoles, setStatus } from "../../support/worlds/records.ts";
import { anApplication } from "../../support/doubles/document-web.ts";
import { aSiteOnline, clientOf } from "../../oauth/support/document-client.ts";
import { type ASite, aSite, later } from "../../support/world.ts";

interface Me {
  kind: string;
  scopes: string[];
  expires_at: string;
  client: { id: string; name: string } | null;
  api_key: { id: string; name: string; ending: string } | null;
  member: { id: string; name: string | null; email: string | null; roles: string[] | null };
  school: { id: string; name: string; url: string };
}

const ask = (site: ASite, bearer?: string) => site.get("/api/v1/me", bearer === undefined ? {} : { bearer });

async function me(site: ASite, bearer: string): Promise<Me> {
  const response = await ask(site, bearer);
  assert.equal(response.statusCode, 200, response.body);
  assert.ok(!response.body.includes(bearer), "The credential itself is not repeated.");
  return response.json<Me>();
}

void test("An access token sees its scopes, expiry, application, member and school", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const client = await site.operatorClient({ audience: "operator", name: "Back office" });
  const tokens = await site.connect(client, owner, "courses:read profile email");
  const { expires_at: expiry, school, member, ...rest } = await me(site, tokens.access_token);
  assert.deepEqual(rest, {
    object: "me",
    kind: "access_token",
    scopes: ["profile", "email", "courses:read"],
    client: { id: client.clientId, name: "Back office" },
    api_key: null,
  });
  assert.ok(Date.parse(expiry) > Date.now());
  assert.deepEqual([member.id, member.email, member.roles], [owner.sub, owner.email, ["owner"]]);
  assert.deepEqual([school.name, school.url], [site.site.name, site.origin]);
});

void test("Name, email and roles need the scopes that give them elsewhere", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const client = await site.operatorClient({ audience: "operator" });
  const seen = async (scope: string) => {
    const { access_token: bearer } = await site.connect(client, owner, scope);
    const { name, email, roles } = (await me(site, bearer)).member;
    return [name, email, roles].map((claim) => claim !== null);
  };
  assert.deepEqual(await seen("courses:read"), [false, false, false]);
  assert.deepEqual(await seen("profile"), [true, false, true]);
  assert.deepEqual(await seen("email"), [false, true, false]);
  assert.deepEqual(await seen("members:read"), [true, true, true]);
  await unverifyEmail(owner);
  assert.deepEqual(await seen("email"), [false, false, false]);
});

void test("An API key sees itself, and no application", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const { id, key } = await anApiKey(site, owner, ["courses:read"], { expiresInDays: 3 });
  const { kind, client, api_key: own, scopes, member, expires_at: expiry } = await me(site, key);
  assert.deepEqual([kind, client, scopes], ["api_key", null, ["courses:read"]]);
  assert.deepEqual(own, { id, name: "Nightly sync", ending: key.slice(-4) });
  assert.deepEqual([member.name, member.email], [null, null]);
  assert.ok(Math.abs(Date.parse(expiry) - Date.now() - 3 * day) < day);
  assert.equal((await later(4 * day, () => ask(site, key))).statusCode, 401);
});

void test("The token of a member's application works, whatever its scopes", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const { access_token: bearer } = await site.connect(client, await site.member(), "account:read");
  assert.deepEqual((await me(site, bearer)).scopes, ["account:read"]);
  const online = await aSiteOnline();
  const document = clientOf(anApplication());
  const owner = await online.member({ roles: ["owner"] });
  const { access_token: token } = await online.connect(document, owner, "openid");
  assert.equal((await me(online, token)).client?.id, document.clientId);
});

void test("Lost roles end scopes at the next request, and a suspension the token", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const { key } = await anApiKey(site, owner, ["courses:read", "members:read"]);
  assert.notEqual((await me(site, key)).member.email, null);
  await setRoles(site, owner, ["lecturer"]);
  const { scopes, member } = await me(site, key);
  assert.deepEqual([scopes, member.roles, member.email], [["courses:read"], ["lecturer"], null]);
  await setStatus(site, owner, "suspended");
  assert.equal((await ask(site, key)).statusCode, 401);
});

void test("Revoked tokens, tokens of other schools and requests without one get 401", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const client = await site.operatorClient({ audience: "operator" });
  const { access_token: token } = await site.connect(client, await site.member({ roles: ["owner"] }), "courses:read");
  assert.equal((await ask(elsewhere, token)).statusCode, 401);
  const anonymous = await ask(site);
  assert.equal(anonymous.statusCode, 401);
  assert.match(String(anonymous.headers["www-authenticate"]), /resource_metadata=/);
  await site.postForm("/api/oauth/revoke", { token, client_id: client.clientId });
  const refused = await ask(site, token);
  assert.equal(refused.statusCode, 401);
  assert.match(refused.body, /expired or revoked/);
});
