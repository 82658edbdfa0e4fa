import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { seal } from "#lib/secrets/sealed-box.ts";
import { boxOfSecret } from "#domain/people/identity-providers/provider.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { anAppleProvider, type PostedResponse } from "../../support/doubles/apple-provider.ts";
import { database } from "../../support/databases/database.ts";
import { authorizeUrl } from "../../support/world.ts";
import { aSiteOnline, connectProvider, identities, leave, memberIn, rolesOf } from "./support/provider-site.ts";

/** A school at which people sign in with Apple. */
async function aSchoolWithApple() {
  const [site, provider] = [await aSiteOnline(), await anAppleProvider()];
  const id = newId();
  const connected = await connectProvider(site, provider, {
    id,
    name: "Apple",
    preset: "apple",
    clientSecret: seal(identities.key, Buffer.from(provider.privateKey), boxOfSecret(site.id, id)),
    teamId: provider.teamId,
    keyId: provider.keyId,
    scopes: ["openid", "name", "email"],
    domains: [],
  });
  return { ...connected, apple: provider };
}

/** The browser posts the response from a page of Apple: without SameSite=Lax cookies, which the redirect gets. */
async function deliver(browser: TestBrowser, { path, form }: PostedResponse) {
  const kept = new Map(browser.cookies);
  browser.cookies.clear();
  const headers = { "sec-fetch-site": "cross-site", origin: "https://appleid.apple.com" };
  const posted = await browser.request("POST", path, form, headers);
  assert.equal(browser.cookies.size, 0, "A response without cookies sets none.");
  for (const [name, value] of kept) browser.cookies.set(name, value);
  return { posted, page: posted.statusCode === 303 ? await browser.open(String(posted.headers.location)) : undefined };
}

const relayed = (claims: Record<string, unknown> = {}) => ({
  sub: `001234.${newId()}.0123`,
  email: `${newId().slice(-10)}@privaterelay.appleid.com`,
  email_verified: "true",
  is_private_email: "true",
  ...claims,
});

const ana = { name: { firstName: "Ana", lastName: "Lima" }, email: "ignored@harbour.example" };

const nameOf = async (siteId: string, email: string): Promise<string | null | undefined> =>
  (
    await database.first<{ name: string | null }>`
    select name from members where site_id = ${siteId} and email = ${email}`
  )?.name;

void describe("A person signs in with Apple", () => {
  void test("becomes a student with the name of the first response, and returns without it", async () => {
    const { site, path, apple } = await aSchoolWithApple();
    const claims = relayed();
    const browser = site.browser();
    const { posted, page } = await deliver(browser, apple.post(await leave(browser, path), claims, ana));
    assert.deepEqual([posted.statusCode, page?.address], [303, "/learn"]);
    assert.doesNotMatch(String(posted.headers.location), /Ana|Lima|firstName|privaterelay/);
    assert.equal(await nameOf(site.id, claims.email), "Ana Lima");
    assert.deepEqual(await rolesOf(site, claims.email), ["student"]);

    const again = site.browser();
    assert.equal((await deliver(again, apple.post(await leave(again, path), claims))).page?.address, "/learn");
    assert.equal(await nameOf(site.id, claims.email), "Ana Lima");
    assert.ok(!apple.secrets.some((secret) => secret.includes("PRIVATE KEY")));
  });

  void test("and a Chinese name begins with the family name", async () => {
    const { site, path, apple } = await aSchoolWithApple();
    const claims = relayed({ email_verified: true });
    const browser = site.browser();
    const user = { name: { firstName: "小明", lastName: "王" } };
    await deliver(browser, apple.post(await leave(browser, path), claims, user));
    assert.equal(await nameOf(site.id, claims.email), "王小明");
  });

  void test("and cancels", async () => {
    const { site, path, apple } = await aSchoolWithApple();
    const browser = site.browser();
    const { page } = await deliver(browser, apple.postCancel(await leave(browser, path)));
    assert.deepEqual([page?.status, await memberIn(browser)], [400, undefined]);
    assert.match(page!.body, /declined or you canceled/);
  });

  void test("and a name that is no text, or too long, is left out", async () => {
    const { site, path, apple } = await aSchoolWithApple();
    for (const user of [
      { name: 7 },
      { name: { firstName: "a".repeat(300), lastName: "" } },
      [],
      { name: { firstName: "a\nb" } },
    ]) {
      const claims = relayed();
      const browser = site.browser();
      const { page } = await deliver(browser, apple.post(await leave(browser, path), claims, user));
      assert.equal(page?.address, "/learn");
      assert.equal(await nameOf(site.id, claims.email), null);
    }
  });
});

async function begun() {
  const school = await aSchoolWithApple();
  const browser = school.site.browser();
  return { ...school, browser, address: await leave(browser, school.path) };
}

void describe("A posted response is refused", () => {
  void test("in another browser, and a second time", async () => {
    const { apple, browser: own, address, site } = await begun();
    const response = apple.post(address, relayed(), ana);
    const stranger = site.browser();
    await stranger.open("/sign-in");
    assert.equal((await deliver(stranger, response)).page?.status, 400);
    assert.equal(await memberIn(stranger), undefined);
    assert.equal((await deliver(own, response)).page?.address, "/learn");
    assert.match((await deliver(own, response)).page!.body, /was used already/);
  });

  void test("without a state, and with values that are too long", async () => {
    const { apple, browser, address } = await begun();
    const { path, form } = apple.post(address, relayed());
    const wrong: Record<string, string>[] = [
      { code: form["code"]! },
      { ...form, state: "x".repeat(3000) },
      { ...form, code: "x".repeat(3000) },
    ];
    for (const changed of wrong) {
      assert.equal((await deliver(browser, { path, form: changed })).page?.status, 400);
    }
    assert.equal(await memberIn(browser), undefined);
  });

  void test("for a provider that posts none", async () => {
    const school = await aSchoolWithApple();
    const other = await connectProvider(school.site, await anAppleProvider(), { name: "Other ID" });
    const answer = await school.site.postForm(`${other.path}/callback`, { state: "x", code: "y" });
    assert.equal(answer.statusCode, 404);
  });

  void test("if the address is not verified, or belongs to a domain that Apple does not own", async () => {
    for (const changed of [
      { email_verified: "false" },
      { email_verified: false },
      { email_verified: undefined },
      { email_verified: "TRUE" },
      { email: "ana@gmail.com" },
      { email: "ana@privaterelay.appleid.com.evil.example" },
      { email: "ana@notme.com" },
    ]) {
      const { apple, browser, address, site } = await begun();
      const { page } = await deliver(browser, apple.post(address, relayed(changed)));
      assert.equal(page?.status, 403, JSON.stringify(changed));
      assert.equal(await memberIn(browser), undefined);
      assert.equal((await database.many`select 1 from identities where site_id = ${site.id}`).length, 0);
    }
  });
});

void describe("A client that requires a sign-in gets one with Apple", () => {
  const times: [name: string, ago: number | undefined, status: number][] = [
    ["if Apple does not say when", undefined, 200],
    ["if it is new", 0, 200],
    ["but none that is old", 3600, 400],
  ];
  for (const [name, ago, status] of times) {
    void test(name, async () => {
      const { site, path, apple } = await aSchoolWithApple();
      const { url } = authorizeUrl(await site.operatorClient(), { prompt: "login" });
      const browser = site.browser();
      const address = await leave(browser, path, url);
      const query = new URL(address).searchParams;
      assert.deepEqual([query.get("prompt"), query.get("max_age")], [null, null]);
      const authTime = ago === undefined ? undefined : Math.floor(Date.now() / 1000) - ago;
      const { page } = await deliver(browser, apple.post(address, relayed({ auth_time: authTime })));
      assert.equal(page?.status, status, page?.body.slice(0, 2000));
    });
  }
});
