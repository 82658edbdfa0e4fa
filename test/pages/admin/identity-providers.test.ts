import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { anOpenIdProvider } from "../../support/doubles/openid-provider.ts";
import { password } from "../../support/world.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { addressIn, aSiteOnline, connectProvider, memberIn, personAt } from "../sign-in/support/provider-site.ts";

const list = "/admin/settings/sign-in";

async function anOwner() {
  const [site, provider] = [await aSiteOnline(), await anOpenIdProvider()];
  const owner = await site.member({ roles: ["owner"] });
  const browser = await site.signedIn(owner);
  return { site, provider, owner, browser };
}

async function anAddedProvider() {
  const { site, provider, owner, browser } = await anOwner();
  const fields = { preset: "other", name: "Harbour ID", issuer: provider.issuer };
  const page = await browser.submit(await browser.open(list), fields, list);
  const path = page.address.split("?")[0]!;
  const client = { name: "Harbour ID", clientId: provider.clientId, clientSecret: provider.clientSecret };
  const settings = { ...client, scopes: "openid email", domains: "harbour.example", groupsClaim: "groups" };
  return { site, provider, owner, browser, page, path, settings: { ...settings, groupRoles: "", current: password } };
}

void describe("An owner sets up a provider in the browser", () => {
  void test("with its addresses to copy, a test, and a button on the sign-in page in the end", async () => {
    const { site, provider, browser, page, path, settings } = await anAddedProvider();
    assert.equal(page.status, 200);
    assert.ok(page.body.includes(`${site.origin}/sign-in/with/${path.split("/").at(-1)!}/callback`));
    assert.doesNotMatch((await site.browser().open("/sign-in")).body, /Harbour ID/);

    const groups = { groupRoles: "teachers = lecturer\nheads of school = manager lecturer" };
    const saved = await browser.submit(page, { ...settings, ...groups, createsMembers: "on" }, path);
    assert.match(saved.body, /Your changes have been saved/);
    assert.ok(saved.body.includes("heads of school = manager lecturer"));
    assert.equal(saved.body.includes(provider.clientSecret), false);

    const address = addressIn(await browser.submit(saved, {}, `${path}/test`));
    const claims = personAt("harbour.example", { groups: ["teachers"] });
    const result = await browser.open(provider.approve(address, claims));
    assert.deepEqual([result.status, /Lecturer/.test(result.body)], [200, true]);
    for (const shown of [claims.sub, claims.email, "email_verified"]) assert.ok(result.body.includes(shown), shown);
    assert.doesNotMatch(result.body, /access_token|nonce|eyJ/);
    assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
    assert.equal((await database.many`select 1 from identities where site_id = ${site.id}`).length, 0);

    await browser.submit(saved, { ...settings, ...groups, active: "on" }, path);
    assert.match((await site.browser().open("/sign-in")).body, /Continue with Harbour ID/);
    assert.deepEqual(await auditActions(site), [
      "createIdentityProvider",
      "saveIdentityProvider",
      "saveIdentityProvider",
    ]);
  });

  void test("and sees its fault", async () => {
    const { provider, browser, page, path, settings } = await anAddedProvider();
    const saved = await browser.submit(page, settings, path);
    provider.manners = { idToken: { aud: "another-client" } };
    const address = addressIn(await browser.submit(saved, {}, `${path}/test`));
    const result = await browser.open(provider.approve(address, personAt("harbour.example")));
    assert.equal(result.status, 400);
    assert.match(result.body, /The test failed.*unexpected JWT claim value/s);
  });

  void test("only with their password", async () => {
    const { site, browser, page, path, settings } = await anAddedProvider();
    const refused = await browser.submit(page, { ...settings, current: "wrong" }, path);
    assert.equal(refused.status, 401);
    const removal = await browser.submit(page, { current: "wrong" }, `${path}/delete`);
    assert.equal(removal.status, 401);
    const [stored] = await database.many<{ clientId: string }>`
      select client_id from identity_providers where site_id = ${site.id}`;
    assert.equal(stored?.clientId, "");
  });

  void test("and deletes it, which signs out the people who came with it", async () => {
    const { site, provider, browser, page, path, settings } = await anAddedProvider();
    const saved = await browser.submit(page, { ...settings, createsMembers: "on", active: "on" }, path);
    const student = site.browser();
    const way = path.replace(list, "/sign-in/with");
    const address = addressIn(await student.submit(await student.open("/sign-in"), {}, way));
    await student.open(provider.approve(address, personAt("harbour.example")));
    assert.notEqual(await memberIn(student), undefined);
    const removed = await browser.submit(saved, { current: password }, `${path}/delete`);
    assert.match(removed.body, /The provider has been deleted/);
    assert.equal(await memberIn(student), undefined);
  });
});

void describe("Settings are refused", () => {
  const wrong: [name: string, fields: Record<string, string>, why: RegExp][] = [
    ["switched on without a client ID", { clientId: "", active: "on" }, /Enter the client ID/],
    ["domains without a dot", { domains: "localhost" }, /Enter one domain per line/],
    ["addresses in place of domains", { domains: "ana@harbour.example" }, /Enter one domain per line/],
    ["groups with unknown roles", { groupRoles: "teachers = king" }, /Enter one group per line/],
    ["groups without roles", { groupRoles: "teachers" }, /Enter one group per line/],
  ];
  for (const [name, fields, why] of wrong) {
    void test(name, async () => {
      const { browser, page, path, settings } = await anAddedProvider();
      const refused = await browser.submit(page, { ...settings, ...fields }, path);
      assert.equal(refused.status, 422);
      assert.match(refused.body, why);
    });
  }

  void test("the domain of another provider", async () => {
    const { site, browser, page, path, settings } = await anAddedProvider();
    await connectProvider(site, await anOpenIdProvider(), { name: "Other ID", domains: ["harbour.example"] });
    const refused = await browser.submit(page, settings, path);
    assert.equal(refused.status, 422);
  });

  void test("no passwords for the owner's own domain, before the owner has connected their account", async () => {
    const { browser, owner, page, path, settings } = await anAddedProvider();
    const domains = owner.email.split("@")[1]!;
    const refused = await browser.submit(page, { ...settings, domains, passwordsOff: "on", active: "on" }, path);
    assert.equal(refused.status, 422);
    assert.match(refused.body, /Connect your account to the provider first/);
  });

  void test("issuers that are no public address of https, or that any organization shares", async () => {
    const { browser } = await anOwner();
    for (const [preset, issuer] of [
      ["other", "http://login.example"],
      ["other", "https://127.0.0.1"],
      ["other", "https://169.254.169.254/latest"],
      ["other", "http://localhost:4000"],
      ["other", "https://user:secret@login.example"],
      ["other", "https://login.example/?tenant=1"],
      ["other", "javascript:alert(1)"],
      ["other", ""],
      ["other", "https://login.microsoftonline.com/common/v2.0"],
      ["microsoft", "https://login.microsoftonline.com/organizations/v2.0"],
      ["microsoft", "https://login.example"],
    ] as const) {
      const refused = await browser.submit(await browser.open(list), { preset, name: "ID", issuer }, list);
      assert.equal(refused.status, 422, issuer);
    }
  });
});

void test("Managers see the providers, and cannot change or test them", async () => {
  const { site, provider } = await anOwner();
  const { wireId } = await connectProvider(site, provider);
  const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
  const page = await manager.open(`${list}/${wireId}`);
  assert.match(page.body, /Only owners of the school can change this/);
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
  for (const path of [list, `${list}/${wireId}`, `${list}/${wireId}/test`, `${list}/${wireId}/delete`]) {
    const sent = await manager.open(path, { csrf, current: password, name: "ID", preset: "google", issuer: "" });
    assert.equal(sent.status, 403, path);
  }
});
