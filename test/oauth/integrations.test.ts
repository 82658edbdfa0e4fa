import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { perform } from "#domain/platform/operation.ts";
import { disableIntegration, enableIntegration, listIntegrations } from "#oauth/integrations/operations.ts";
import { replaceIntegration } from "#oauth/integrations/replace-integration.ts";
import { addShippedIntegrations } from "#oauth/integrations/shipped.ts";
import type { Role } from "#access/roles.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { auditOf } from "../support/worlds/records.ts";
import { type AMember, aSite, type ASite, type Tokens } from "../support/world.ts";
import { ask, askInVain } from "./support/ask.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { anIntegration, disable, enable, type Registered, register } from "./support/integrations.ts";

const scope = "openid email courses:read";

/** An integration that a member of the site has allowed, with its tokens. */
async function connected(integration?: Awaited<ReturnType<typeof anIntegration>>) {
  const [site, known] = await Promise.all([aSite(), integration ?? anIntegration()]);
  await enable(site, known);
  const member = await site.member({ roles: ["owner"] });
  const { code, verifier, browser } = await site.allow(known, member, scope);
  const tokens = (await site.exchange(known, code, verifier)).json<Tokens>();
  assert.equal(tokens.scope, scope);
  return { site, integration: known, member, browser, tokens };
}

const isTold = async (site: ASite, token: string) => (await site.userinfo(token)).statusCode === 200;

void describe("An enabled integration", () => {
  void test("registers, gets consent, and gets, uses and refreshes tokens", async () => {
    const [site, integration] = await Promise.all([aSite(), anIntegration()]);
    await enable(site, integration);
    const metadata = { client_name: integration.name, redirect_uris: [integration.redirectUri] };
    const { client_id } = (await register(site, metadata)).json<Registered>();
    const client = { clientId: client_id, redirectUri: integration.redirectUri };

    const member = await site.member({ roles: ["owner"] });
    const browser = await site.signedIn(member);
    const page = await ask(site, client, { scope }, browser);
    assert.match(page.body, /An integration that .*Harbour School.* has enabled\./);
    assert.doesNotMatch(page.body, /registered itself/);
    const tokens = await site.connect(client, member, scope);
    assert.equal(await isTold(site, tokens.access_token), true);
    const refreshed = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
    assert.equal(await isTold(site, refreshed.access_token), true);
  });

  void test("requires consent only once, because its callback is fixed", async () => {
    const { site, integration, browser } = await connected();
    assert.match((await askInVain(site, integration, { scope }, browser)).code, /^lac_/);
    const [, other] = integration.redirectUris;
    const page = await ask(site, integration, { scope, redirect_uri: other }, browser);
    assert.match(page.address, /^\/consent\?/, "another callback requires consent");
  });

  void test("gets no account scope, and only those other scopes that it is registered for", async () => {
    const { site, browser } = await connected();
    const narrow = await anIntegration({ scopes: ["openid", "courses:read"] });
    await enable(site, narrow);
    for (const requested of ["openid account:read", "openid courses:read orders:read"]) {
      assert.equal((await askInVain(site, narrow, { scope: requested }, browser)).error, "invalid_scope", requested);
    }
    assert.match((await ask(site, narrow, { scope: "courses:read" }, browser)).address, /^\/consent\?/);
  });

  void test("redirects to its own callbacks only", async () => {
    const { site, integration, browser } = await connected();
    const redirect_uri = "https://elsewhere.test/callback";
    const page = await ask(site, integration, { redirect_uri }, browser);
    assert.deepEqual([page.status, page.response.headers.location], [400, undefined]);
  });
});

void describe("A disabled integration", () => {
  void test("has its tokens rejected immediately, gets no new ones, and is unknown at authorization", async () => {
    const { site, integration, member, browser, tokens } = await connected();
    const pending = await site.allow(integration, member, scope);
    const waiting = await ask(site, integration, { scope, prompt: "consent" }, browser);
    await disable(site, integration);

    assert.equal(await isTold(site, tokens.access_token), false);
    assertRefused(await site.refresh(integration, tokens.refresh_token), 401, "invalid_client");
    assertRefused(await site.exchange(integration, pending.code, pending.verifier), 401, "invalid_client");
    assert.equal((await ask(site, integration, { scope }, browser)).status, 400);
    const answered = await browser.submit(waiting, { decision: "allow" });
    assert.deepEqual([answered.status === 303, answered.response.headers.location], [false, undefined]);
  });

  void test("keeps working at other sites", async () => {
    const { site: first, integration } = await connected();
    const second = await connected(integration);
    await disable(first, integration);
    assert.equal(await isTold(second.site, second.tokens.access_token), true);
    assert.equal((await second.site.refresh(integration, second.tokens.refresh_token)).statusCode, 200);
  });

  void test("is restored with its consents when it is enabled again", async () => {
    const { site, integration, browser, tokens } = await connected();
    await disable(site, integration);
    await enable(site, integration);
    assert.equal(await isTold(site, tokens.access_token), true);
    assert.match((await askInVain(site, integration, { scope }, browser)).code, /^lac_/);
  });
});

const asSession = (site: ASite, { id, accountId }: AMember, roles: Role[]) => ({
  ...site.context(),
  caller: { kind: "session", sessionId: id, memberId: id, accountId, roles } as const,
});

void describe("Managing integrations", () => {
  void test("Only owners and managers can read the list or change it", async () => {
    const [site, integration] = await Promise.all([aSite(), anIntegration()]);
    const member = await site.member();
    for (const caller of [
      site.context(),
      asSession(site, member, ["lecturer", "teaching_assistant", "student"]),
      { ...site.context(), caller: { kind: "system" } as const },
    ]) {
      await assert.rejects(perform(listIntegrations, caller, {}), { code: "role_required" });
      for (const operation of [enableIntegration, disableIntegration]) {
        await assert.rejects(perform(operation, caller, { slug: integration.slug }), { code: "role_required" });
      }
    }
    for (const roles of [["owner"], ["manager"]] satisfies Role[][]) {
      const caller = asSession(site, member, roles);
      assert.equal((await perform(enableIntegration, caller, { slug: integration.slug })).enabled, true);
      const listed = await perform(listIntegrations, caller, {});
      assert.equal(listed.find(({ slug }) => slug === integration.slug)?.enabled, true);
      assert.equal((await perform(disableIntegration, caller, { slug: integration.slug })).enabled, false);
    }
  });

  void test("Each decision is recorded in the site's audit log with its actor", async () => {
    const [site, integration] = await Promise.all([aSite(), anIntegration()]);
    const member = await site.member({ roles: ["manager"] });
    await perform(enableIntegration, asSession(site, member, ["manager"]), { slug: integration.slug });
    await disable(site, integration);
    const entries = (await auditOf(site)).filter(({ resourceType }) => resourceType === "client");
    const { name, slug, clientId } = integration;
    const details = { integration: slug, name };
    assert.deepEqual(
      entries.map((entry) => [entry.action, entry.actorKind, entry.memberId, entry.resourceId, entry.details]),
      [
        ["enableIntegration", "person", member.id, clientId, details],
        ["disableIntegration", "cli", null, clientId, details],
      ],
    );
  });

  void test("Enabling twice, or disabling an integration that is not enabled, changes nothing", async () => {
    const { site, integration, tokens } = await connected();
    await enable(site, integration);
    assert.equal(await isTold(site, tokens.access_token), true);
    const elsewhere = await aSite();
    assert.equal((await disable(elsewhere, integration)).enabled, false);
    assert.deepEqual(await database.many`select id from clients where site_id = ${elsewhere.id}`, []);
  });

  void test("An unknown integration is not_found, with a suggestion of a similar one", async () => {
    const [site, { slug }] = await Promise.all([aSite(), anIntegration()]);
    const caller = { ...site.context(), caller: { kind: "cli" } as const };
    await assert.rejects(perform(enableIntegration, caller, { slug: `${slug}x` }), {
      code: "not_found",
      message: `There is no integration ${slug}x. Did you mean ${slug}?`,
    });
  });
});

void describe("A change of an integration", () => {
  void test("takes effect immediately at every site with a client of it, and only in the audit logs of those sites", async () => {
    const { site: first, integration, browser, tokens } = await connected();
    const second = await connected(integration);
    const never = await aSite();
    const moved = integration.redirectUri.replace("/callback", "/moved");
    const changes = { name: "Moved Vendor", redirectUris: [moved], scopes: ["openid"] };
    const { sites } = await database.transaction((db) => replaceIntegration(db, integration.slug, changes, now()));
    assert.deepEqual(sites.map(({ id }) => id).toSorted(), [first.id, second.site.id].toSorted());

    assert.equal((await ask(first, integration, { scope: "openid" }, browser)).status, 400, "the old callback");
    const page = await ask(first, { ...integration, redirectUri: moved }, { scope: "openid" }, browser);
    assert.match(page.body, /Moved Vendor/);
    assert.equal("email" in (await first.userinfo(tokens.access_token)).json<object>(), false);
    const refreshed = (await second.site.refresh(integration, second.tokens.refresh_token)).json<Tokens>();
    assert.equal(refreshed.scope, "openid");

    for (const [site, count] of [
      [first, 1],
      [second.site, 1],
      [never, 0],
    ] as const) {
      const entries = (await auditOf(site)).filter(({ action }) => action === "changeIntegration");
      assert.equal(entries.length, count);
      if (count > 0) assert.deepEqual(entries[0]!.details, { integration: integration.slug, ...changes });
    }
  });

  void test("also applies to sites that have it disabled, and does not enable it", async () => {
    const { site, integration } = await connected();
    await disable(site, integration);
    const moved = integration.redirectUri.replace("/callback", "/moved");
    await database.transaction((db) => replaceIntegration(db, integration.slug, { redirectUris: [moved] }, now()));
    const metadata = { client_name: integration.name, redirect_uris: [moved] };
    assertRefused(await register(site, metadata), 400, "invalid_redirect_uri", /not enabled/);
    await enable(site, integration);
    assert.deepEqual((await register(site, metadata)).json<Registered>().redirect_uris, [moved]);
  });
});

const shipped = ["chatgpt", "claude", "n8n-cloud", "perplexity", "postman"];

async function shippedAt(site: ASite) {
  const list = await perform(listIntegrations, { ...site.context(), caller: { kind: "cli" } }, {});
  return list.filter(({ slug }) => shipped.includes(slug));
}

void test("Bundled integrations are created once, enabled nowhere, and keep operator edits", async () => {
  const site = await aSite();
  await Promise.all([addShippedIntegrations(database, now()), addShippedIntegrations(database, now())]);
  const first = await shippedAt(site);
  assert.equal(first.length, shipped.length);
  assert.ok(first.every(({ enabled, redirectUris }) => !enabled && redirectUris.length > 0));

  const redirectUris = ["https://chatgpt.com/connector/oauth/of-our-school"];
  await database.transaction((db) => replaceIntegration(db, "chatgpt", { redirectUris }, now()));
  await addShippedIntegrations(database, now());
  const expected = first.map((one) => (one.slug === "chatgpt" ? { ...one, redirectUris } : one));
  assert.deepEqual(await shippedAt(site), expected);
});
