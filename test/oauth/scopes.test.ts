import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Role } from "#access/roles.ts";
import { narrowToRoles } from "#access/roles.ts";
import { isScope, scopeNames } from "#access/scopes.ts";
import type { Client } from "#oauth/clients/client.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import { requestedScopes } from "#oauth/requested-scopes.ts";
import { OAuthError } from "#oauth/error.ts";
import { answerOf, aSite, authorizeUrl } from "../support/world.ts";
import { mayRoleGive, rolesOfTheDesign } from "../support/releases/scope-rules.ts";
import { askInVain } from "./support/ask.ts";

void test("A missing scope means openid profile email", async () => {
  const site = await aSite();
  const member = await site.member();
  for (const client of [await site.register(), await site.operatorClient()]) {
    const { code, verifier } = await site.allow(client, member, "");
    const granted = (await site.exchange(client, code, verifier)).json<{ scope: string }>().scope;
    assert.deepEqual(new Set(granted.split(" ")), new Set(["openid", "profile", "email"]));
  }
});

void test("Unknown scopes are ignored and absent from the response", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const { scope } = await site.connect(client, member, "offline_access openid phone admin email:write");
  assert.equal(scope, "openid");
});

void test("A request with only unknown scopes is invalid_scope", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const browser = await site.signedIn(member);
  for (const scope of ["offline_access", "phone address"]) {
    const answer = await askInVain(site, client, { scope }, browser);
    assert.deepEqual([answer.error, answer.state, answer.iss], ["invalid_scope", "xyz", site.origin]);
  }
});

void test("The error is reported before sign-in, as an error of the request", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const extra of [{}, { prompt: "none" }, { prompt: "login" }]) {
    const answer = await askInVain(site, client, { scope: "offline_access phone", ...extra });
    assert.deepEqual([answer.error, answer.state], ["invalid_scope", "xyz"]);
    assert.match(answer.description!, /^The request /);
    assert.doesNotMatch(answer.description!, /role/);
  }
});

void test("A malformed scope is invalid_scope", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const scope of ["openid  email", " openid", "openid ", "openid\temail", 'openid "email"', "open\\id", "ünïd"]) {
    assert.equal((await askInVain(site, client, { scope })).error, "invalid_scope", JSON.stringify(scope));
  }
});

void test("account scopes from a self-registered client are invalid_scope, redirected", async () => {
  const site = await aSite();
  const client = await site.register();
  for (const scope of ["account:read", "openid account:write", "account:read courses:read"]) {
    const answer = await askInVain(site, client, { scope });
    assert.deepEqual([answer.error, answer.state, answer.iss], ["invalid_scope", "xyz", site.origin]);
  }
});

void test("Operator scopes from a member client are invalid_scope, even for an owner", async () => {
  const site = await aSite();
  const client = await site.operatorClient({ audience: "member" });
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  for (const scope of ["courses:read", "openid account:read orders:read"]) {
    assert.equal((await askInVain(site, client, { scope }, browser)).error, "invalid_scope");
  }
});

void test("A client holds at most the scopes that the operator selected for it", async () => {
  const site = await aSite();
  const client = await site.operatorClient({ scopes: ["openid", "account:read"] });
  const member = await site.member();
  assert.equal((await site.connect(client, member, "account:read openid")).scope, "openid account:read");
  assert.equal((await askInVain(site, client, { scope: "openid account:write" })).error, "invalid_scope");
  assert.equal((await askInVain(site, client, { scope: "openid email" })).error, "invalid_scope");
});

void test("A student's role allows no operator scope: the rest is granted, and a request for those alone is invalid_scope", async () => {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member({ roles: ["student"] })];
  assert.equal((await site.connect(client, member, "openid courses:read members:write")).scope, "openid");
  const answer = await askInVain(site, client, { scope: "courses:read" }, await site.signedIn(member));
  assert.equal(answer.error, "invalid_scope");
});

void test(":write does not imply :read", async () => {
  const site = await aSite();
  const [client, owner] = [await site.register(), await site.member({ roles: ["owner"] })];
  assert.equal((await site.connect(client, owner, "courses:write")).scope, "courses:write");
});

void test("A student can grant account scopes to a member client", async () => {
  const site = await aSite();
  const tokens = await site.connect(await site.operatorClient(), await site.member(), "account:read account:write");
  assert.equal(tokens.scope, "account:read account:write");
});

for (const role of rolesOfTheDesign) {
  void test(`A ${role} grants exactly the operator scopes that the role allows`, async () => {
    const site = await aSite();
    const client = await site.operatorClient({ audience: "operator" });
    const requested = scopeNames.filter((scope) => !scope.startsWith("account:"));
    const { scope } = await site.connect(client, await site.member({ roles: [role] }), requested.join(" "));
    assert.deepEqual(scope.split(" ").sort(), requested.filter((name) => mayRoleGive(role, name)).sort());
  });
}

void test("The grant is the intersection of requested, client and role scopes", () => {
  const word = fc.oneof(fc.constantFrom<string>(...scopeNames), fc.constantFrom("offline_access", "phone", "x:y"));
  const requests = fc.uniqueArray(word, { minLength: 1, maxLength: 12 });
  const audiences = fc.constantFrom<Audience>("operator", "member");
  const picks = fc.option(fc.uniqueArray(fc.constantFrom(...scopeNames)), { nil: null });
  const roleSets = fc.uniqueArray(fc.constantFrom<Role>(...rolesOfTheDesign), { minLength: 1 });

  fc.assert(
    fc.property(requests, audiences, picks, roleSets, (requested, audience, scopes, roles) => {
      const client = { audience, scopes } as Client;
      const mayHold = (scope: string) =>
        (scopes === null || (scopes as string[]).includes(scope)) &&
        (["openid", "profile", "email"].includes(scope) || scope.startsWith("account:") === (audience === "member"));
      const known = requested.filter(isScope);
      if (!known.every(mayHold)) {
        assert.throws(() => requestedScopes(client, requested.join(" ")), {
          name: OAuthError.name,
          code: "invalid_scope",
        });
        return;
      }
      const granted = narrowToRoles(roles, requestedScopes(client, requested.join(" ")));
      const expected = known.filter((scope) => roles.some((role) => mayRoleGive(role, scope)));
      assert.deepEqual([...granted].sort(), [...expected].sort());
    }),
    { numRuns: 1000 },
  );
});

void test("The error of a rejected scope names its audience, or the role that can allow it for this client", () => {
  const refusals: [Partial<Client>, string, RegExp][] = [
    [{ audience: "operator", origin: "registered", scopes: null }, "account:read", /are for member clients/],
    [{ audience: "member", origin: "operator", scopes: ["openid"] }, "courses:read", /can access only the account/],
    [{ audience: "member", origin: "operator", scopes: ["openid"] }, "account:read", /add it .* in the admin area/],
    [{ audience: "operator", origin: "operator", scopes: ["openid"] }, "email", /add it .* in the admin area/],
    [
      { audience: "operator", origin: "integration", scopes: ["openid"] },
      "email",
      /definition of this integration does not include/,
    ],
    [
      { audience: "operator", origin: "metadata_document", scopes: ["openid"] },
      "orders:read",
      /scopes that they selected/,
    ],
    [
      { audience: "member", origin: "metadata_document", scopes: ["openid"] },
      "account:read",
      /scopes that they selected/,
    ],
  ];
  for (const [client, scope, why] of refusals) {
    assert.throws(() => requestedScopes(client as Client, scope), { code: "invalid_scope", message: why });
  }
});

void test("A second request adds to the consent, and only the new request is granted", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  await site.connect(client, member, "openid email");
  const second = await site.allow(client, member, "account:read");
  const tokens = (await site.exchange(client, second.code, second.verifier)).json<{ scope: string }>();
  assert.equal(tokens.scope, "account:read");
  const { url } = authorizeUrl(client, { scope: "email account:read", prompt: "none" });
  assert.match(answerOf(await second.browser.open(url)).code, /^lac_/);
});

void test("`default` means the identity and read scopes that the client may hold, by name", async () => {
  const site = await aSite();
  const member = await site.member({ roles: ["owner"] });
  const connect = async (client: Awaited<ReturnType<typeof site.operatorClient>>, scope = "default") =>
    (await site.connect(client, member, scope)).scope.split(" ");
  assert.deepEqual(await connect(await site.operatorClient({ audience: "member" })), [
    "openid",
    "profile",
    "email",
    "account:read",
  ]);
  const readingScopes = scopeNames.filter((name) => !/:write$|^account/.test(name));
  assert.deepEqual(await connect(await site.register()), readingScopes);
  const narrow = await site.operatorClient({ audience: "member", scopes: ["account:read", "account:write"] });
  assert.deepEqual(await connect(narrow), ["account:read"]);
  assert.deepEqual(await connect(narrow, "default account:write"), ["account:read", "account:write"]);
});

void test("`default` adds nothing that the roles do not give, and no scope that a client may not request", async () => {
  const site = await aSite();
  const [client, student] = [await site.register(), await site.member({ roles: ["student"] })];
  assert.equal((await site.connect(client, student, "default")).scope, "openid profile email");
  assert.equal((await askInVain(site, client, { scope: "default account:read" })).error, "invalid_scope");
});
