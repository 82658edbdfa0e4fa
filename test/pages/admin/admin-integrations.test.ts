import assert from "node:assert/strict";
import { test } from "node:test";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite, type Tokens } from "../../support/world.ts";
import { anIntegration, register } from "../../oauth/support/integrations.ts";

const path = "/admin/developers/integrations";

async function aRunSite() {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  return { site, owner, browser: await site.signedIn(owner) };
}

const actionOf = (slug: string, what: "enable" | "disable") => `${path}/${slug}/${what}`;

void test("Each integration is listed with names, callbacks, scopes and state", async () => {
  const { browser } = await aRunSite();
  const [everything, some] = [await anIntegration(), await anIntegration({ scopes: ["openid", "courses:read"] })];
  const { body } = await browser.open(path);
  const rowOf = (slug: string) => body.split('<li class="row">').find((row) => row.includes(actionOf(slug, "enable")))!;
  for (const text of [some.name, ...some.redirectUris, "Can request 2 permissions", "See all courses"]) {
    assert.ok(rowOf(some.slug).includes(text), text);
  }
  assert.doesNotMatch(rowOf(some.slug), /Create, change, publish and delete courses/);
  assert.match(rowOf(everything.slug), /Can request all permissions.*Create, change, publish and delete courses/s);
  assert.doesNotMatch(rowOf(everything.slug), /notifications/);
  assert.match(rowOf(everything.slug), /Off/);
});

void test("An enabled integration can be connected; once disabled, its tokens are rejected at the next request", async () => {
  const { site, owner, browser } = await aRunSite();
  const integration = await anIntegration();
  const metadata = { client_name: integration.name, redirect_uris: [integration.redirectUri] };
  assert.equal((await register(site, metadata)).statusCode, 400);

  const on = await browser.submit(await browser.open(path), {}, actionOf(integration.slug, "enable"));
  assert.equal(on.address, `${path}?enabled=${integration.slug}`);
  assert.match(on.body, new RegExp(`role="status"><p>${integration.name} is turned on`));
  assert.equal((await register(site, metadata)).statusCode, 201);
  const tokens: Tokens = await site.connect(integration, owner, "openid courses:read");
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);

  const asked = await browser.submit(on, {}, actionOf(integration.slug, "disable"));
  assert.match(asked.body, /what it has ends immediately/);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
  const off = await browser.submit(asked, {}, actionOf(integration.slug, "disable"));
  assert.match(off.body, new RegExp(`role="status"><p>${integration.name} is turned off`));
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.equal((await site.refresh(integration, tokens.refresh_token)).statusCode, 401);
  assert.equal((await register(site, metadata)).statusCode, 400);

  const entries = (await auditOf(site)).filter(({ action }) => action.endsWith("Integration"));
  assert.deepEqual(
    entries.map(({ action, memberId, details }) => [action, memberId, details["integration"]]),
    [
      ["enableIntegration", owner.id, integration.slug],
      ["disableIntegration", owner.id, integration.slug],
    ],
  );
});

void test("Enabling an integration at one site does not enable it at another", async () => {
  const [here, there] = [await aRunSite(), await aRunSite()];
  const { slug } = await anIntegration();
  await here.browser.submit(await here.browser.open(path), {}, actionOf(slug, "enable"));
  assert.ok((await here.browser.open(path)).body.includes(actionOf(slug, "disable")));
  assert.ok((await there.browser.open(path)).body.includes(actionOf(slug, "enable")));
});

void test("An unknown integration is 404, and a notice is shown only if it is true", async () => {
  const { browser } = await aRunSite();
  const { slug, name } = await anIntegration();
  const page = await browser.open(path);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
  for (const unknown of ["nothing-like-it", "%00", "x".repeat(150)]) {
    const { status } = await browser.open(actionOf(unknown, "enable"), { csrf });
    assert.ok(status === 404 || status === 400, `${unknown}: ${status}`);
  }
  const claimed = await browser.open(`${path}?enabled=${slug}&disabled=nothing`);
  assert.doesNotMatch(claimed.body, /role="status"/, `${name} is off`);
});

void test("A forged form enables nothing", async () => {
  const { browser } = await aRunSite();
  const { slug } = await anIntegration();
  assert.equal((await browser.open(actionOf(slug, "enable"), { csrf: "made-up" })).status, 403);
  assert.ok((await browser.open(path)).body.includes(actionOf(slug, "enable")));
});
