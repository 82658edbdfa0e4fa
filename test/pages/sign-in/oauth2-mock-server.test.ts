import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Events, type MutableResponse, type MutableToken, OAuth2Server } from "oauth2-mock-server";
import { seal } from "#lib/secrets/sealed-box.ts";
import { boxOfSecret } from "#domain/people/identity-providers/provider.ts";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import type { OpenIdProvider } from "../../support/doubles/openid-provider.ts";
import { atEnd } from "../../support/processes/at-end.ts";
import { app, aSite, identities, siteAt } from "../../support/world.ts";
import { addressIn, connectProvider, leave, memberIn } from "./support/provider-site.ts";

/** A school on this machine with oauth2-mock-server as its provider, which signs one person in. */
async function aSchool(claims: Record<string, unknown> = {}) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(undefined, "127.0.0.1");
  atEnd(() => void server.stop());
  const origin = `http://${newId()}.localhost:8080`;
  const site = siteAt((await aSite({}, origin)).site, app);
  const id = newId();
  const counterpart = { issuer: server.issuer.url, clientId: "school", clientSecret: "secret" } as OpenIdProvider;
  const clientSecret = seal(identities.key, Buffer.from("secret"), boxOfSecret(site.id, id));
  const connected = await connectProvider(site, counterpart, { id, clientSecret, domains: ["harbour.example"] });
  const person = { email: "ana@harbour.example", email_verified: true, name: "Ana Lima" };
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => Object.assign(payload, person, claims));
  server.service.on(Events.BeforeUserinfo, ({ body }: MutableResponse) => Object.assign(body, person, claims));
  return { ...connected, server, origin };
}

/** The provider leads back to the school. */
async function comeBack(address: string, origin: string): Promise<string> {
  const response = await fetch(address, { redirect: "manual" });
  const location = response.headers.get("location") ?? "";
  assert.ok(location.startsWith(origin), location);
  return location.slice(origin.length);
}

type School = Awaited<ReturnType<typeof aSchool>>;

async function signIn({ site, path, origin }: School, browser = site.browser()) {
  const page = await browser.open(await comeBack(await leave(browser, path), origin));
  return { page, browser };
}

async function assertRefused(school: School, status = 400): Promise<void> {
  const { page, browser } = await signIn(school);
  assert.deepEqual([page.status, await memberIn(browser)], [status, undefined], page.body.slice(0, 2000));
  const identitiesOfSite = await database.many`select 1 from identities where site_id = ${school.site.id}`;
  assert.equal(identitiesOfSite.length, 0);
}

void describe("With oauth2-mock-server as the provider", () => {
  void test("a person becomes a student and returns, with client_secret_basic and PKCE", async () => {
    const school = await aSchool();
    const { page, browser } = await signIn(school);
    assert.equal(page.address, "/learn", page.body.slice(0, 2000));
    assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
    assert.equal((await signIn(school)).page.address, "/learn");
  });

  void test("an owner sees what the test sent, and no one is signed in", async () => {
    const { site, wireId, origin } = await aSchool({ groups: ["teachers"] });
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    const settings = `/admin/settings/sign-in/${wireId}`;
    const leaving = await owner.submit(await owner.open(settings), {}, `${settings}/test`);
    const result = await owner.open(await comeBack(addressIn(leaving), origin));
    assert.equal(result.status, 200);
    for (const shown of ["johndoe", "ana@harbour.example", "teachers"]) assert.ok(result.body.includes(shown), shown);
  });

  void test("a key that is added while a sign-in is under way is read", async () => {
    const school = await aSchool();
    const browser = school.site.browser();
    assert.equal((await signIn(school)).page.address, "/learn");
    const begun = await leave(browser, school.path);
    const { kid } = await school.server.issuer.keys.generate("RS256");
    const used: unknown[] = [];
    school.server.service.on(Events.BeforeTokenSigning, ({ header }: MutableToken) => used.push(header.kid));
    assert.equal((await browser.open(await comeBack(begun, school.origin))).address, "/learn");
    assert.equal((await signIn(school)).page.address, "/learn");
    assert.ok(used.includes(kid), "No token was signed with the new key.");
  });

  const lies: Record<string, Record<string, unknown>> = {
    "a wrong issuer": { iss: "http://127.0.0.1:1" },
    "a wrong nonce": { nonce: "of another sign-in" },
    "a wrong audience": { aud: "another-client" },
    "an audience that is no text": { aud: ["school", 7], azp: "school" },
    "an expiry in the past": { exp: 1_700_000_000 },
    "no subject": { sub: undefined },
  };
  for (const [lie, claims] of Object.entries(lies)) {
    void test(`${lie} in the ID token is refused`, async () => assertRefused(await aSchool(claims)));
  }

  void test("an address that is not verified leads to no member", async () => {
    for (const verified of [false, undefined, "true"]) {
      await assertRefused(await aSchool({ email_verified: verified }), 403);
    }
  });

  void test("UserInfo of another person is refused", async () => {
    const school = await aSchool({ email: undefined });
    school.server.service.on(Events.BeforeUserinfo, ({ body }: MutableResponse) =>
      Object.assign(body, { sub: "another", email: "ana@harbour.example", email_verified: true }),
    );
    await assertRefused(school);
  });

  void test("a discovery document of another issuer begins no sign-in", async () => {
    const { site, path, server } = await aSchool();
    server.service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: MutableResponse) =>
      Object.assign(body, { issuer: "http://127.0.0.1:1" }),
    );
    const browser = site.browser();
    const page = await browser.submit(await browser.open("/sign-in"), {}, path);
    assert.deepEqual([page.status, page.response.headers["refresh"]], [400, undefined]);
  });

  void test("a response with another state, another issuer or a replaced code is refused", async () => {
    const school = await aSchool();
    for (const [name, value] of [
      ["state", `lps_${"A".repeat(43)}`],
      ["iss", "https://evil.example"],
      ["code", newId()],
    ] as const) {
      school.server.service.once(Events.BeforeAuthorizeRedirect, ({ url }: { url: URL }) =>
        url.searchParams.set(name, value),
      );
      await assertRefused(school);
    }
  });

  void test("an error of its token endpoint is no sign-in", async () => {
    const school = await aSchool();
    school.server.service.once(Events.BeforeResponse, (response: MutableResponse) => {
      response.statusCode = 400;
      response.body = { error: "invalid_grant" };
    });
    await assertRefused(school);
  });

  void test("a session ends by a logout token that it signs", async () => {
    const school = await aSchool({ sid: "session-1" });
    const { browser } = await signIn(school);
    const logOut = async (claims: Record<string, unknown>) => {
      const token = await school.server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
          Object.assign(payload, { aud: "school", jti: newId(), events: event, ...claims });
        },
      });
      return school.site.postForm(`${school.path}/back-channel-logout`, { logout_token: token });
    };
    assert.equal((await logOut({ sub: "johndoe", aud: "another-client" })).statusCode, 400);
    assert.notEqual(await memberIn(browser), undefined);
    assert.equal((await logOut({ sub: "johndoe", nonce: undefined })).statusCode, 200);
    assert.equal(await memberIn(browser), undefined);
  });
});
