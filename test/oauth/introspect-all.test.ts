import assert from "node:assert/strict";
import { test } from "node:test";
import { type AClient, aSite, type ASite } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const introspect = (site: ASite, client: AClient, token: string) =>
  site.postForm("/api/oauth/introspect", { token, client_id: client.clientId, client_secret: client.clientSecret });

const isActive = async (site: ASite, client: AClient, token: string) =>
  (await introspect(site, client, token)).json<{ active: boolean }>().active;

const resourceServer = (site: ASite) =>
  site.operatorClient({ name: "API server", audience: "operator", confidential: true, introspectsAllTokens: true });

void test("A resource server introspects the tokens of every client of its site", async () => {
  const site = await aSite();
  const [server, client, member] = [await resourceServer(site), await site.register(), await site.member()];
  const tokens = await site.connect(client, member, "openid");
  const answer = (await introspect(site, server, tokens.access_token)).json<Record<string, unknown>>();
  assert.deepEqual([answer["active"], answer["client_id"], answer["sub"]], [true, client.clientId, member.sub]);
  assert.equal(answer["token_type"], "Bearer");
  assert.equal(await isActive(site, server, tokens.refresh_token), true);
  await site.postForm("/api/oauth/revoke", { token: tokens.refresh_token, client_id: client.clientId });
  assert.equal(await isActive(site, server, tokens.access_token), false);
});

void test("Without that permission a confidential client introspects only its own tokens", async () => {
  const site = await aSite();
  const server = await site.operatorClient({ confidential: true });
  const { access_token } = await site.connect(await site.register(), await site.member(), "openid");
  assert.equal(await isActive(site, server, access_token), false);
});

void test("The permission is limited to the site", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const server = await resourceServer(site);
  const { access_token } = await elsewhere.connect(await elsewhere.register(), await elsewhere.member(), "openid");
  assert.equal(await isActive(site, server, access_token), false);
  assertRefused(await introspect(elsewhere, server, access_token), 401, "invalid_client");
});

void test("Only the client that a token was issued to can revoke it", async () => {
  const site = await aSite();
  const server = await resourceServer(site);
  const { access_token: token } = await site.connect(await site.register(), await site.member(), "openid");
  const form = { token, client_id: server.clientId, client_secret: server.clientSecret };
  assertRefused(await site.postForm("/api/oauth/revoke", form), 400, "invalid_grant");
});
