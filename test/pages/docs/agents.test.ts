import assert from "node:assert/strict";
import { test } from "node:test";
import { aSiteOnline, clientOf } from "../../oauth/support/document-client.ts";
import { anApplication } from "../../support/doubles/document-web.ts";
import { anIntegration, enable } from "../../oauth/support/integrations.ts";
import { agentAt } from "../../mcp/support/agent.ts";
import { type AClient, aSite, type ASite, authorizeUrl } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const agentNotice = /An AI agent: a program that uses the tools of Harbour School on your behalf/;

async function consentText(site: ASite, client: AClient, scope: string, more: Record<string, string> = {}) {
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  return textOf(await browser.open(authorizeUrl(client, { scope, ...more }).url));
}

void test("The consent page calls a client an agent only if it requests the tools", async () => {
  const site = await aSite();
  const client = await site.register();
  assert.doesNotMatch(await consentText(site, client, "openid email"), agentNotice);
  assert.doesNotMatch(await consentText(site, client, "openid email", { resource: site.origin }), agentNotice);
  assert.match(await consentText(site, client, "openid email", { resource: `${site.origin}/mcp` }), agentNotice);
});

void test("A client that has called the MCP server with a token is shown as an agent afterwards", async () => {
  const site = await aSite();
  const [client, other] = [await site.register(), await site.register()];
  const { access_token: token } = await site.connect(client, await site.member(), "openid");
  const api = await site.get("/api/oauth/userinfo", { bearer: token });
  assert.equal(api.statusCode, 200);
  assert.doesNotMatch(await consentText(site, client, "openid email"), agentNotice);
  await agentAt(site, token).ask("tools/list");
  assert.match(await consentText(site, client, "openid email courses:read"), agentNotice);
  assert.doesNotMatch(await consentText(site, other, "openid email courses:read"), agentNotice);
});

void test("The admin area shows since when a client is an agent, regardless of its origin", async () => {
  const site = await aSiteOnline();
  const owner = await site.member({ roles: ["owner"] });
  const browser = await site.signedIn(owner);
  const integration = await anIntegration();
  await enable(site, integration);
  const clients: [string, AClient][] = [
    ["registered", await site.register()],
    ["applications", await site.operatorClient({ audience: "operator" })],
    ["documents", clientOf(anApplication())],
    ["integrations", integration],
  ];
  for (const [section, client] of clients) {
    const { access_token: token } = await site.connect(client, owner, "openid");
    const read = async () => textOf(await browser.open(`/admin/developers/${section}`));
    assert.doesNotMatch(await read(), /Agent since/, section);
    await agentAt(site, token).ask("ping");
    assert.match(await read(), /Agent since \d+ \w+ \d{4}/, section);
  }
});
