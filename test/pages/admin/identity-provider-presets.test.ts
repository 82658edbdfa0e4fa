import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exportPKCS8, generateKeyPair } from "jose";
import { database } from "../../support/databases/database.ts";
import { password } from "../../support/world.ts";
import { aSiteOnline } from "../sign-in/support/provider-site.ts";

const list = "/admin/settings/sign-in";

/** An owner adds a provider by its preset, without an address. */
async function anAddedPreset(preset: "apple" | "line") {
  const site = await aSiteOnline();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const page = await browser.submit(await browser.open(list), { preset, name: preset, issuer: "" }, list);
  const path = page.address.split("?")[0]!;
  const fields = {
    name: preset,
    clientId: "example.harbour.school",
    scopes: "openid",
    domains: "",
    groupsClaim: "groups",
    groupRoles: "",
    createsMembers: "on",
    current: password,
  };
  return { site, browser, page, path, fields };
}

const aPrivateKey = async (algorithm = "ES256") =>
  exportPKCS8((await generateKeyPair(algorithm, { extractable: true })).privateKey);

void describe("An owner sets up Apple in the browser", () => {
  const keyed = { teamId: "TEAM123456", keyId: "KEY1234567" };

  void test("with the steps there, the key of the team, and a button on the sign-in page in the end", async () => {
    const { site, browser, page, path, fields } = await anAddedPreset("apple");
    assert.match(page.body, /Services ID/);
    assert.match(page.body, /https:\/\/appleid\.apple\.com/);
    assert.doesNotMatch(page.body, /channel-logout/);
    const key = await aPrivateKey();
    const saved = await browser.submit(page, { ...fields, ...keyed, clientSecret: key, active: "on" }, path);
    assert.match(saved.body, /Your changes have been saved/);
    for (const shown of Object.values(keyed)) assert.ok(saved.body.includes(`value="${shown}"`), shown);
    assert.doesNotMatch(saved.body, /BEGIN PRIVATE KEY-----\n/);
    assert.match((await site.browser().open("/sign-in")).body, /Continue with apple/);
    const renamed = await browser.submit(
      saved,
      { ...fields, ...keyed, name: "Apple", clientSecret: "", active: "on" },
      path,
    );
    assert.match(renamed.body, /A secret is stored/);
  });

  void test("also with a key whose line breaks were lost", async () => {
    const { browser, page, path, fields } = await anAddedPreset("apple");
    const key = (await aPrivateKey()).replaceAll("\n", " ");
    const saved = await browser.submit(page, { ...fields, ...keyed, clientSecret: key }, path);
    assert.match(saved.body, /Your changes have been saved/);
  });

  void test("and sees which value is missing or wrong", async () => {
    const { site, browser, page, path, fields } = await anAddedPreset("apple");
    const key = await aPrivateKey();
    const wrong: [Record<string, string>, RegExp][] = [
      [{ teamId: "", keyId: "KEY1234567", clientSecret: key, active: "on" }, /Enter the team ID/],
      [{ teamId: "TEAM123456", keyId: "", clientSecret: key, active: "on" }, /Enter the key ID/],
      [{ ...keyed, active: "on" }, /Enter the whole text of the \.p8 file/],
      [{ ...keyed, clientSecret: "a secret" }, /Enter the whole text of the \.p8 file/],
      [{ ...keyed, clientSecret: await aPrivateKey("ES384") }, /Enter the whole text of the \.p8 file/],
      [{ ...keyed, clientSecret: await aPrivateKey("RS256") }, /Enter the whole text of the \.p8 file/],
      [{ teamId: "TEAM-1", keyId: "KEY1234567", clientSecret: key }, /Enter the team ID/],
    ];
    for (const [changes, why] of wrong) {
      const refused = await browser.submit(page, { ...fields, ...changes }, path);
      assert.equal(refused.status, 422);
      assert.match(refused.body, why);
      assert.doesNotMatch(refused.body, /BEGIN PRIVATE KEY-----\n/);
    }
    const [stored] = await database.many<{ clientSecret: Buffer | null }>`
      select client_secret from identity_providers where site_id = ${site.id}`;
    assert.equal(stored?.clientSecret, null);
  });
});

void describe("An owner sets up LINE in the browser", () => {
  void test("with the steps there and the secret of the channel", async () => {
    const { site, browser, page, path, fields } = await anAddedPreset("line");
    assert.match(page.body, /LINE Login channel/);
    assert.match(page.body, /value="openid profile"/);
    const without = await browser.submit(page, { ...fields, active: "on" }, path);
    assert.equal(without.status, 422);
    assert.match(without.body, /Enter the secret/);
    const saved = await browser.submit(page, { ...fields, clientSecret: "0123456789abcdef", active: "on" }, path);
    assert.match(saved.body, /Your changes have been saved/);
    assert.match((await site.browser().open("/sign-in")).body, /Continue with line/);
  });

  void test("in Chinese, too", async () => {
    const { browser, path } = await anAddedPreset("line");
    browser.headers["accept-language"] = "zh-TW";
    assert.match((await browser.open(path)).body, /頻道密鑰就是用戶端密鑰/);
  });
});
