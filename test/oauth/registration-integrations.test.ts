import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../support/assert-status.ts";
import { database } from "../support/databases/database.ts";
import { auditOf } from "../support/worlds/records.ts";
import { stopwatch } from "../support/meters/stopwatch.ts";
import { aSite, type ASite, loopbackRedirect } from "../support/world.ts";
import { askInVain } from "./support/ask.ts";
import { assertRefused } from "./support/assert-refused.ts";
import {
  anIntegration,
  type AnIntegration,
  disable,
  enable,
  type Registered,
  register,
} from "./support/integrations.ts";

async function enabled(fields: Parameters<typeof anIntegration>[0] = {}) {
  const [site, integration] = await Promise.all([aSite(), anIntegration(fields)]);
  await enable(site, integration);
  return { site, integration };
}

async function answered(site: ASite, metadata: object): Promise<Registered> {
  const response = await register(site, metadata);
  assertStatus(response, 201);
  return response.json<Registered>();
}

const nameOf = ({ name, redirectUri }: AnIntegration) => ({ client_name: name, redirect_uris: [redirectUri] });

void describe("A fixed https callback", () => {
  void test("with the name of an enabled integration returns the platform's client_id and no secret", async () => {
    const watch = stopwatch();
    const { site, integration } = await enabled();
    const registered = await answered(site, { ...nameOf(integration), application_type: "web" });
    const { client_id_issued_at, ...rest } = registered;
    watch.assertSince(client_id_issued_at);
    assert.deepEqual(rest, {
      client_id: integration.clientId,
      client_name: integration.name,
      redirect_uris: integration.redirectUris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
  });

  void test("returns all valid callbacks, those of the request first", async () => {
    const { site, integration } = await enabled();
    const [first, second] = integration.redirectUris;
    const { redirect_uris } = await answered(site, { client_name: integration.name, redirect_uris: [second, second] });
    assert.deepEqual(redirect_uris, [second, first]);
    const both = await answered(site, { client_name: integration.name, redirect_uris: [second, first] });
    assert.deepEqual([both.client_id, both.redirect_uris], [integration.clientId, [second, first]]);
  });

  void test("A callback of no known integration is invalid_redirect_uri, regardless of the name", async () => {
    const { site, integration } = await enabled();
    for (const client_name of [integration.name, "Unknown", undefined]) {
      const redirect_uris = ["https://elsewhere.test/callback"];
      assertRefused(await register(site, { client_name, redirect_uris }), 400, "invalid_redirect_uri", /integration/);
    }
  });

  void test("is compared exactly", async () => {
    const { site, integration } = await enabled();
    const uri = integration.redirectUri;
    for (const near of [
      `${uri}/`,
      `${uri}?x=1`,
      uri.replace("callback", "Callback"),
      uri.replace(".test", ".test:8443"),
    ]) {
      const metadata = { client_name: integration.name, redirect_uris: [near] };
      assertRefused(await register(site, metadata), 400, "invalid_redirect_uri");
    }
  });

  void test("The callback of an integration that is not enabled is invalid_redirect_uri, and the error names the role that can fix it", async () => {
    const { integration } = await enabled();
    const elsewhere = await aSite();
    const why = new RegExp(`${integration.name} is not enabled at this site.*operator.*enable ${integration.slug}$`);
    assertRefused(await register(elsewhere, nameOf(integration)), 400, "invalid_redirect_uri", why);
  });

  void test("The callback of a disabled integration is rejected, and accepted once the integration is enabled again", async () => {
    const { site, integration } = await enabled();
    const before = await answered(site, nameOf(integration));
    await disable(site, integration);
    assertRefused(await register(site, nameOf(integration)), 400, "invalid_redirect_uri", /not enabled/);
    await enable(site, integration);
    assert.deepEqual(await answered(site, nameOf(integration)), before);
  });

  void test("with a different or missing name is invalid_client_metadata", async () => {
    const { site, integration } = await enabled();
    const other = await anIntegration();
    await enable(site, other);
    const redirect_uris = [integration.redirectUri];
    for (const client_name of ["Unknown", other.name, `${integration.name} 2`, undefined, null]) {
      assertRefused(await register(site, { client_name, redirect_uris }), 400, "invalid_client_metadata");
    }
  });

  void test("next to a callback of another integration, an unknown one or a loopback address is invalid_redirect_uri", async () => {
    const { site, integration } = await enabled();
    const other = await anIntegration();
    await enable(site, other);
    const company: [string, RegExp][] = [
      [other.redirectUri, /several integrations/],
      ["https://elsewhere.test/callback", /must belong to an integration/],
      [loopbackRedirect, /mixes loopback/],
      ["com.example.app:/callback", /loopback addresses like/],
      [`${integration.redirectUri}#top`, /loopback addresses like/],
    ];
    for (const [uri, why] of company) {
      for (const redirect_uris of [
        [integration.redirectUri, uri],
        [uri, integration.redirectUri],
      ]) {
        const metadata = { client_name: integration.name, redirect_uris };
        assertRefused(await register(site, metadata), 400, "invalid_redirect_uri", why);
      }
    }
  });
});

void describe("A client_name alone", () => {
  void test("The name of an enabled integration returns its client_id and its callbacks", async () => {
    const { site, integration } = await enabled();
    for (const redirect_uris of [undefined, null, []]) {
      const registered = await answered(site, { client_name: integration.name, redirect_uris });
      assert.deepEqual(
        [registered.client_id, registered.redirect_uris],
        [integration.clientId, integration.redirectUris],
      );
    }
  });

  void test("The name of no integration is invalid_client_metadata", async () => {
    const { site, integration } = await enabled();
    for (const client_name of ["Unknown", `${integration.name}!`, integration.slug, undefined]) {
      assertRefused(await register(site, { client_name }), 400, "invalid_client_metadata");
    }
  });

  void test("The name of an integration that is not enabled is invalid_client_metadata, and the error names the role that can fix it", async () => {
    const { integration } = await enabled();
    const why = new RegExp(`not enabled at this site.*enable ${integration.slug}$`);
    const elsewhere = await aSite();
    assertRefused(await register(elsewhere, { client_name: integration.name }), 400, "invalid_client_metadata", why);
  });

  void test("A name that two integrations share selects the enabled one, and the most specific of two enabled ones", async () => {
    const exact = await anIntegration();
    const wide = await anIntegration({ namePatterns: [`${exact.name}*`] });
    const site = await aSite();
    await enable(site, wide);
    assert.equal((await answered(site, { client_name: exact.name })).client_id, wide.clientId);
    await enable(site, exact);
    assert.equal((await answered(site, { client_name: exact.name })).client_id, exact.clientId);
    assert.equal((await answered(site, { client_name: `${exact.name} Pro` })).client_id, wide.clientId);
  });
});

void describe("A name", () => {
  const mark = Date.now().toString(36);

  void test("matches regardless of case, width and spaces", async () => {
    const { site, integration } = await enabled({ namePatterns: [`Straße Ｆlow ${mark}`] });
    for (const client_name of [
      `STRAßE flow ${mark}`,
      `straße   FLOW\u00a0${mark} `,
      `Straße Ｆｌｏｗ ${mark.toUpperCase()}`,
    ]) {
      assert.equal((await answered(site, { client_name })).client_id, integration.clientId, client_name);
    }
    for (const client_name of [`Straßeflow ${mark}`, `Straße Fl\u200bow ${mark}`, `Strаße Flow ${mark}`]) {
      assertRefused(await register(site, { client_name }), 400, "invalid_client_metadata");
    }
  });

  void test("can have a prefix or suffix only if the pattern allows it", async () => {
    const { site, integration } = await enabled({
      namePatterns: [`Acme${mark} *`, `* via acme${mark}`, `*(acme${mark})*`],
    });
    for (const client_name of [`Acme${mark} Desktop`, `My school VIA Acme${mark}`, `Reader (acme${mark}) 7`]) {
      assert.equal((await answered(site, { client_name })).client_id, integration.clientId, client_name);
    }
    for (const client_name of [`Acme${mark}`, `The Acme${mark} Desktop`, `via acme${mark} too`, `(acme${mark}`]) {
      assertRefused(await register(site, { client_name }), 400, "invalid_client_metadata");
    }
  });

  void test("is literal text: pattern characters match nothing", async () => {
    const { site } = await enabled({ namePatterns: [`Dot.${mark}`] });
    for (const client_name of ["*", ".*", `Dot*`, `DotX${mark}`, "%", "Dot_%"]) {
      assertRefused(await register(site, { client_name }), 400, "invalid_client_metadata");
    }
  });
});

void describe("Other fields of a registration that matches an integration", () => {
  void test("No secret is issued, and the response says so", async () => {
    const { site, integration } = await enabled();
    for (const token_endpoint_auth_method of ["client_secret_post", "none", null]) {
      for (const metadata of [nameOf(integration), { client_name: integration.name }]) {
        const registered = await answered(site, { ...metadata, token_endpoint_auth_method });
        assert.equal(registered.token_endpoint_auth_method, "none");
        assert.equal("client_secret" in registered || "client_secret_expires_at" in registered, false);
      }
    }
  });

  void test("Any other authentication method is invalid_client_metadata", async () => {
    const { site, integration } = await enabled();
    for (const metadata of [nameOf(integration), { client_name: integration.name }]) {
      const wrong = { ...metadata, token_endpoint_auth_method: "client_secret_basic" };
      assertRefused(await register(site, wrong), 400, "invalid_client_metadata");
    }
  });

  void test("An account scope is invalid_scope, checked after the callback and the name", async () => {
    const { site, integration } = await enabled();
    const scope = "openid account:read";
    assertRefused(await register(site, { ...nameOf(integration), scope }), 400, "invalid_scope");
    assertRefused(await register(site, { client_name: integration.name, scope }), 400, "invalid_scope");
    assertRefused(await register(site, { client_name: "Unknown", scope }), 400, "invalid_client_metadata");
    const elsewhere = { ...nameOf(integration), redirect_uris: ["https://elsewhere.test/"], scope };
    assertRefused(await register(site, elsewhere), 400, "invalid_redirect_uri");
  });

  void test("The response lists the scopes of the integration, regardless of the requested ones", async () => {
    const { site, integration } = await enabled({ scopes: ["courses:read", "openid"] });
    for (const scope of ["orders:read courses:read", "offline_access", "openid", undefined]) {
      assert.equal((await answered(site, { ...nameOf(integration), scope })).scope, "openid courses:read");
    }
    assert.equal((await askInVain(site, integration, { scope: "orders:read" })).error, "invalid_scope");
    const owner = await site.member({ roles: ["owner"] });
    const allowed = "openid courses:read";
    assert.equal((await site.connect(integration, owner, allowed)).scope, allowed);

    const free = await enabled();
    const answer = await answered(free.site, { ...nameOf(free.integration), scope: "openid" });
    assert.equal("scope" in answer, false);
  });
});

void test("The registration creates no client, and the audit log records its claims", async () => {
  const { site, integration } = await enabled();
  await Promise.all([1, 2, 3].map(() => answered(site, nameOf(integration))));
  await answered(site, { client_name: integration.name.toUpperCase() });
  const clients = await database.many`select id from clients where site_id = ${site.id}`;
  assert.equal(clients.length, 1);

  const entries = (await auditOf(site)).filter(({ action }) => action === "registerClient");
  assert.equal(entries.length, 4);
  const { actorKind, resourceId, details } = entries.at(-1)!;
  assert.deepEqual([actorKind, resourceId], ["anonymous", integration.clientId]);
  assert.deepEqual(details, { name: integration.name.toUpperCase(), redirectUris: [], integration: integration.slug });
});

void test("A rejected registration stores nothing", async () => {
  const { integration } = await enabled();
  const site = await aSite();
  await register(site, nameOf(integration));
  await register(site, { client_name: integration.name });
  assert.deepEqual(await auditOf(site), []);
  assert.deepEqual(await database.many`select id from clients where site_id = ${site.id}`, []);
});
