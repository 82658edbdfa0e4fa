import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { perform } from "#domain/platform/operation.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { day, later, second } from "../support/clock.ts";
import { type AClient, aSite, encode, loopbackRedirect, secretKey } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const back = "https://buddy.example.test/signed-out";
const other = "https://buddy.example.test/other";

async function connected() {
  const site = await aSite();
  const client = await site.operatorClient({ postLogoutRedirectUris: [back, `${back}?a=b`] });
  const ana = await site.member();
  const { id_token: hint } = await site.connect(client, ana, "openid");
  return { site, client, ana, hint: hint!, browser: await site.signedIn(ana) };
}
type Connected = Awaited<ReturnType<typeof connected>>;

const logout = ({ browser }: Pick<Connected, "browser">, fields: Record<string, string | undefined>) =>
  browser.open(`/oauth/logout?${encode(fields)}`);

const isSignedIn = async ({ browser }: Pick<Connected, "browser">) =>
  (await browser.open("/account")).address === "/account";

const sentTo = (client: AClient, hint: string) => ({
  client_id: client.clientId,
  id_token_hint: hint,
  post_logout_redirect_uri: back,
});

void describe("RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0)", () => {
  void test("signs out the member identified by the client's own id_token immediately, and redirects", async () => {
    const world = await connected();
    const { client, hint } = world;
    const end = await later(day, () => logout(world, { ...sentTo(client, hint), state: "a b&é" }));
    assert.equal(end.address, `${back}?state=a%20b%26%C3%A9`);
    assert.equal(await isSignedIn(world), false);
  });

  void test("identifies the client by the hint alone, appends state to a query, and works by POST", async () => {
    const world = await connected();
    const fields = { id_token_hint: world.hint, post_logout_redirect_uri: `${back}?a=b`, state: "x" };
    const end = await world.browser.open("/oauth/logout", fields);
    assert.equal(end.address, `${back}?a=b&state=x`);
    assert.equal(await isSignedIn(world), false);
  });

  void test("restores the cookies of a cross-site POST by a redirect to itself", async () => {
    const { site, client, hint } = await connected();
    const response = await site.postForm("/oauth/logout", sentTo(client, hint));
    assert.equal(response.statusCode, 303);
    assert.match(String(response.headers.location), /^\/oauth\/logout\?/);
  });

  void test("asks for confirmation in every other case, and changes nothing before it", async () => {
    const world = await connected();
    const { site, client } = world;
    const bo = await site.member({ name: "Bo" });
    const { id_token: ofBo } = await site.connect(client, bo, "openid");
    const stranger = await site.operatorClient({ name: "Stranger" });
    const requests = {
      "no parameter": {},
      "no hint": { client_id: client.clientId, post_logout_redirect_uri: back },
      "a hint about another member": sentTo(client, ofBo!),
      "a hint of another client": { ...sentTo(client, world.hint), client_id: stranger.clientId },
      "a malformed hint": sentTo(client, "x.y.z"),
      "an unknown client": { client_id: "unknown" },
    };
    for (const [what, fields] of Object.entries(requests)) {
      const page = await logout(world, fields);
      assert.equal(page.status, 200, what);
      assert.match(page.body, /Sign out of Harbour School\?/, what);
      assert.equal(page.response.headers["cache-control"], "no-store");
      const forged = await world.browser.submit(page, { csrf: "made-up" }, undefined);
      assert.match(forged.body, /Sign out of Harbour School\?/, what);
    }
    assert.equal(await isSignedIn(world), true);
    const page = await logout(world, { ...requests["no hint"], ui_locales: "zh-TW" });
    assert.match(page.body, /要登出/);
    assert.ok(page.body.includes("Study Buddy"));
    const end = await world.browser.submit(page, {});
    assert.equal(end.address, back);
    assert.equal(await isSignedIn(world), false);
  });

  void test("redirects to no unregistered address and none that contradicts the hint", async () => {
    const { client } = await connected();
    for (const address of [
      other,
      `${back}/`,
      `${back}?`,
      back.toUpperCase(),
      "javascript:alert(1)",
      client.redirectUri,
    ]) {
      const world = await connected();
      const fields = { ...sentTo(world.client, world.hint), post_logout_redirect_uri: address };
      const end = await logout(world, fields);
      assert.deepEqual([end.status, end.address.startsWith("/")], [200, true], address);
      assert.equal(await isSignedIn(world), false);
      assert.ok(!end.body.includes(`href="${address}`), address);
    }
    const world = await connected();
    const page = await logout(world, { ...sentTo(world.client, "x.y.z") });
    assert.equal((await world.browser.submit(page, {})).status, 200, "a wrong hint also invalidates the address");
  });

  void test("does not trust a hint whose key was withdrawn", async () => {
    const world = await connected();
    const context = { ...world.site.context(), caller: { kind: "cli" } } as const;
    await perform(signingKeyRotation(secretKey), context, { immediately: true });
    const page = await later(6 * second, () => logout(world, sentTo(world.client, world.hint)));
    assert.match(page.body, /Sign out of Harbour School\?/);
    assert.equal(await isSignedIn(world), true);
  });

  void test("is not an open redirector: without a session or a valid hint the visitor follows a link", async () => {
    const { site, client, hint } = await connected();
    const browser = site.browser();
    const page = await logout({ browser }, { client_id: client.clientId, post_logout_redirect_uri: back });
    assert.equal(page.status, 200);
    assert.ok(page.body.includes(`href="${back}"`) && page.body.includes("You are signed out"));
    assert.equal((await logout({ browser }, sentTo(client, hint))).address, back);
  });

  void test("rejects repeated and oversized parameters on a page", async () => {
    const { site, client } = await connected();
    const browser = site.browser();
    const twice = await browser.open(`/oauth/logout?client_id=a&client_id=b`);
    assert.equal(twice.status, 400);
    const long = await logout({ browser }, { client_id: client.clientId, state: "s".repeat(8193) });
    assert.equal(long.status, 400);
  });

  void test("is listed in discovery", async () => {
    const { site } = await connected();
    const metadata = (await site.get("/.well-known/openid-configuration")).json<Record<string, unknown>>();
    assert.equal(metadata["end_session_endpoint"], `${site.origin}/oauth/logout`);
  });
});

void test("Registration accepts loopback addresses as post-logout redirects, and no others", async () => {
  const site = await aSite();
  const metadata = { client_name: "Reader", redirect_uris: [loopbackRedirect] };
  const post_logout_redirect_uris = ["http://127.0.0.1:43117/bye"];
  const made = await site.post("/api/oauth/register", { ...metadata, post_logout_redirect_uris });
  assert.equal(made.statusCode, 201);
  assert.deepEqual(made.json<Record<string, unknown>>()["post_logout_redirect_uris"], post_logout_redirect_uris);
  for (const address of ["https://evil.example.test/", "http://evil.example.test/", "x"]) {
    const refused = await site.post("/api/oauth/register", { ...metadata, post_logout_redirect_uris: [address] });
    assertRefused(refused, 400, "invalid_client_metadata", /post_logout_redirect_uris/);
  }
});
