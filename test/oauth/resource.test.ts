import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, aSite, httpsRedirect, type ASite, encode } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { ask, askInVain, query } from "./support/ask.ts";

const own = ["", "/", "/mcp", "/member/graphql"];

const foreign = ({ origin, host }: ASite) => [
  "https://elsewhere.example.test",
  `${origin}/api/v1`,
  `${origin}/mcp/`,
  `${origin}//`,
  `${origin}/?x=1`,
  `${origin}#mcp`,
  `${origin}/#`,
  `${origin}.evil.example.test`,
  `${origin}:443`,
  `http://${host}`,
  origin.toUpperCase(),
  host,
  "/mcp",
  "not a uri",
];

void test("The origin, with or without a slash, /mcp and /member/graphql all identify this site", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  for (const [index, path] of own.entries()) {
    const { code, verifier } = await site.allow(client, member, "openid", { resource: site.origin + path });
    const repeated = site.origin + own[(index + 1) % own.length]!;
    const response = await site.exchange(client, code, verifier, { resource: repeated });
    assert.equal(response.statusCode, 200, `${path}, then ${repeated}: ${response.body}`);
  }
});

void test("Every other resource is redirected as invalid_target", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const resource of foreign(site)) {
    const answer = await askInVain(site, client, { resource });
    assert.deepEqual([answer.error, answer.state, answer.iss], ["invalid_target", "xyz", site.origin], resource);
  }
});

void test("resource can be repeated as long as every value identifies this site", async () => {
  const site = await aSite();
  const client = await site.register();
  const open = (...resources: string[]) =>
    site
      .browser()
      .open(`/oauth/authorize?${[query(client), ...resources.map((resource) => encode({ resource }))].join("&")}`);

  assert.match((await open(site.origin, `${site.origin}/mcp`, site.origin)).address, /^\/sign-in\?/);
  assert.equal(answerOf(await open(site.origin, "https://elsewhere.example.test")).error, "invalid_target");
});

void test("A resource sent in the authorization request is required at the exchange", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const { code, verifier } = await site.allow(client, member, "openid", { resource: site.origin });
  assertRefused(await site.exchange(client, code, verifier), 400, "invalid_target");
  assertRefused(await site.exchange(client, code, verifier, { resource: site.origin }), 400, "invalid_grant");
});

void test("An omitted resource can be named at the exchange, as this site", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const first = await site.allow(client, member, "openid");
  assert.equal((await site.exchange(client, first.code, first.verifier, { resource: site.origin })).statusCode, 200);
});

void test("A foreign resource at the exchange or the refresh is invalid_target", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const { refresh_token } = await site.connect(client, member, "openid");
  for (const resource of foreign(site)) {
    const { code, verifier } = await site.allow(client, member, "openid", { resource: site.origin });
    assertRefused(await site.exchange(client, code, verifier, { resource }), 400, "invalid_target");
    assertRefused(await site.refresh(client, refresh_token, { resource }), 400, "invalid_target");
  }
  for (const path of own) {
    assertRefused(await site.refresh(client, "lrt_none", { resource: site.origin + path }), 400, "invalid_grant");
  }
});

void test("Repeated resources are the one exception to the rule of duplicates, also at the token endpoint", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const { refresh_token } = await site.connect(client, member, "openid");
  const form = encode({ grant_type: "refresh_token", refresh_token, client_id: client.clientId });
  const [mcp, graphql] = ["/mcp", "/member/graphql"].map((path) => encode({ resource: site.origin + path }));
  const mixed = `${form}&${mcp}&${encode({ resource: "https://elsewhere.example.test" })}`;
  assertRefused(await site.postForm("/api/oauth/token", mixed), 400, "invalid_target");
  assert.equal((await site.postForm("/api/oauth/token", `${form}&${mcp}&${graphql}`)).statusCode, 200);
});

void test("A token of either resource works at the whole origin", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  const resource = `${site.origin}/mcp`;
  const { code, verifier } = await site.allow(client, member, "openid account:read", { resource });
  const { access_token } = (await site.exchange(client, code, verifier, { resource })).json<{ access_token: string }>();
  assert.equal((await site.graphql("{ viewer { id } }", access_token)).statusCode, 200);
  assert.equal((await site.userinfo(access_token)).statusCode, 200);
  assert.equal((await ask(site, client, { redirect_uri: httpsRedirect, resource })).status, 200);
});
