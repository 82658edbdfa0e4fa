import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Caller } from "#access/caller.ts";
import { roles } from "#access/roles.ts";
import { scopeNames, scopes } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { audiences } from "#oauth/applications/application.ts";
import { createApplication } from "#oauth/applications/create-application.ts";
import { deleteApplication } from "#oauth/applications/delete-application.ts";
import { readSiteSummary } from "#oauth/applications/site-summary.ts";
import { listApplications, readApplication } from "#oauth/applications/list-applications.ts";
import { rotateApplicationSecret } from "#oauth/applications/rotate-application-secret.ts";
import { updateApplication } from "#oauth/applications/update-application.ts";
import { formatClientId, parseClientId } from "#oauth/clients/client.ts";
import { hour, later } from "../support/clock.ts";
import { anIntegration } from "./support/integrations.ts";
import { aSite, type ASite, authorizeUrl, httpsRedirect, loopbackRedirect, type Tokens } from "../support/world.ts";

const operations: Operation[] = [
  createApplication,
  updateApplication,
  rotateApplicationSecret,
  deleteApplication,
  listApplications,
  readApplication,
  readSiteSummary,
];

const asCli = (site: ASite) => ({ ...site.context(), caller: { kind: "cli" } as const });

const soundInput = () => ({
  id: formatClientId(newId()),
  name: "Study Buddy",
  description: "",
  redirectUris: [httpsRedirect],
  audience: "member",
  confidential: false,
  scopes: ["openid"],
});

const make = (site: ASite, fields: object = {}) =>
  perform(createApplication, asCli(site), { ...soundInput(), ...fields }).then(({ application }) => application);

const problemOf = async (work: Promise<unknown>): Promise<Problem | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const problem = await problemOf(work);
  return problem === undefined ? "done" : (problem.details.errors?.[0]?.code ?? problem.code);
};

const detailOf = async (work: Promise<unknown>): Promise<string> =>
  (await problemOf(work))?.details.errors?.[0]?.detail ?? "";

void describe("Managing applications", () => {
  void test("Allows owners and managers in a browser session and the operator on the machine; rejects every token", async () => {
    const site = await aSite();
    const { id } = await make(site);
    const person = { memberId: newId(), accountId: newId() };
    const token: Caller = {
      kind: "token",
      clientId: newId(),
      memberId: newId(),
      grantId: newId(),
      scopes: new Set(scopeNames),
      roles: ["owner"],
    };
    const callers: [Caller, boolean][] = [
      [token, false],
      [{ kind: "anonymous" }, false],
      [{ kind: "system" }, false],
      [{ kind: "cli" }, true],
      ...roles.map((role): [Caller, boolean] => [
        { kind: "session", sessionId: newId(), ...person, roles: [role] },
        role === "owner" || role === "manager",
      ]),
    ];
    for (const operation of operations) {
      for (const [caller, may] of callers) {
        // An allowed caller gets an input error or a result.
        const input = operation.writes ? {} : { id: formatClientId(id) };
        const code = await codeOf(perform(operation, { ...site.context(), caller }, input));
        assert.equal(code === "role_required", !may, `${operation.name} by ${JSON.stringify(caller.kind)}: ${code}`);
      }
    }
  });
});

void describe("Scopes of an application", () => {
  void test("Allow each scope only for an audience that may hold it", async () => {
    const site = await aSite();
    for (const audience of audiences) {
      for (const scope of scopeNames) {
        const other = audience === "member" ? "operator" : "member";
        const expected = scopes[scope].kind === other ? "not_for_audience" : "done";
        assert.equal(await codeOf(make(site, { audience, scopes: [scope] })), expected, `${audience}: ${scope}`);
      }
    }
  });

  void test("Require at least one scope and only known scopes", async () => {
    const site = await aSite();
    assert.equal(await codeOf(make(site, { scopes: [] })), "too_small");
    assert.equal(await codeOf(make(site, { scopes: ["openid", "admin"] })), "invalid_value");
    const { scopes: kept } = await make(site, { scopes: ["email", "openid", "email"] });
    assert.deepEqual(kept, ["openid", "email"]);
  });

  void test("Do not change when the scopes allowed for another audience change", async () => {
    const site = await aSite();
    const { id, name, description, redirectUris } = await make(site);
    const change = { id: formatClientId(id), name, description, redirectUris };
    const edit = (newScopes: string[]) => perform(updateApplication, asCli(site), { ...change, scopes: newScopes });
    assert.equal(await codeOf(edit(["openid", "courses:read"])), "not_for_audience");
    assert.equal(await codeOf(edit(["account:write"])), "done");
  });
});

void describe("A redirect URI of an application", () => {
  const sound = [
    httpsRedirect,
    "https://app.example.test:8443/a/b?x=1",
    "https://intranet/callback",
    "https://my_app.example.test/callback",
    "https://xn--bcher-kva.example.test/callback",
    "https://203.0.113.7/callback",
    "https://[2001:db8::7]:8443/callback",
    `https://${"a".repeat(63)}.example.test/callback`,
    `https://app.example.test/${"x".repeat(2000 - 25)}`,
    loopbackRedirect,
    "http://127.0.0.1/callback",
    "http://[::1]/callback",
    "http://localhost/",
    "com.example.app:/callback",
    "com.example.app:/",
    "org.example-school.app2:/oauth/callback?from=web",
  ];
  const unsound = [
    "",
    "callback",
    "http://app.example.test/callback",
    "https://app.example.test/callback#fragment",
    "https://user:secret@app.example.test/callback",
    "https://app.example.test/a/../callback",
    "HTTPS://app.example.test/callback",
    "https:///callback",
    "https://*.example/cb",
    "https://*/cb",
    "https://app*.example.test/cb",
    "https://ex ample/cb",
    "https://ex%20ample/cb",
    "https://ex%61mple.test/cb",
    "https://app.example.test./cb",
    "https://.example.test/cb",
    "https://app..example.test/cb",
    "https://-app.example.test/cb",
    "https://app-.example.test/cb",
    "https://app,example.test/cb",
    "https://app.example.test;evil.test/cb",
    "https://(app).example.test/cb",
    "https://$app.example.test/cb",
    "https://Example.test/cb",
    "https://bücher.example.test/cb",
    `https://${"a".repeat(64)}.example.test/cb`,
    `https://${"a.".repeat(127)}test/cb`,
    "https://app.example.test:443/cb",
    "https://app.example.test:0/cb",
    "https://app.example.test:/cb",
    "https://app.example.test:65536/cb",
    "https://app.example.test:08443/cb",
    "https://@app.example.test/cb",
    "https://app.example.test\\@evil.test/cb",
    "https://app.example.test\\cb",
    "https://app.example.test/c\tb",
    "https://app.example.test/cb\u0085",
    "https://2130706433/cb",
    "https://203.0.113.07/cb",
    "https://0x7f.1/cb",
    "https://[2001:db8:0:0:0:0:0:7]/cb",
    "https://[::ffff:127.0.0.1]/cb",
    "https://[fe80::1%25eth0]/cb",
    "http://127.0.0.1.evil.test/callback",
    "http://127.0.0.1@evil.test/callback",
    "javascript:alert(1)",
    "javascript:/alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "about:blank",
    "blob:https://app.example.test/x",
    "mailto:a@b.example",
    "app:/callback",
    "myapp://callback",
    "com.example.app:callback",
    "com.example.app://callback",
    "Com.Example.App:/callback",
    "com..app:/callback",
    ".com.app:/callback",
    "com.example.app:/a/../b",
    "com.example.app:/callback#fragment",
    "com.example.app:/call back",
    "com.example.app:/\u0000",
    `https://app.example.test/${"x".repeat(2000)}`,
  ];
  for (const uri of sound) {
    void test(`is accepted as ${uri}`, async () => {
      const { redirectUris } = await make(await aSite(), { redirectUris: [uri] });
      assert.deepEqual(redirectUris, [uri]);
    });
  }
  void test("is rejected if of any other kind or if two parsers disagree about it", async () => {
    const site = await aSite();
    for (const uri of unsound) {
      // Every operation rejects a zero byte in any text.
      const expected = uri.includes("\0") ? "invalid_characters" : "invalid_redirect_uri";
      assert.equal(await codeOf(make(site, { redirectUris: [httpsRedirect, uri] })), expected, uri);
    }
  });
});

void describe("The error for an invalid redirect URI explains the fix", () => {
  const flaws: [string, RegExp][] = [
    [`https://app.example.test/${"x".repeat(2000)}`, /longer than 2000 characters/],
    ["https://*.example/cb", /host.* without \*/],
    ["https://app.example.test./cb", /without a trailing dot/],
    ["https://app.example.test/cb#x", /fragment/],
    ["https://ana@app.example.test/cb", /user/],
    ["https://ex ample/cb", /space/],
    ["https://app.example.test\\cb", /backslash/],
    ["https://APP.example.test:443/a/../cb", /Browsers normalize it to https:\/\/app\.example\.test\/cb/],
    ["https://app.example.test:0/cb", /port 0/],
    ["callback", /not an absolute URL/],
  ];

  void test("in the admin area, at registration and for an integration", async () => {
    const site = await aSite();
    for (const [uri, why] of flaws) {
      assert.match(await detailOf(make(site, { redirectUris: [uri] })), why);

      const answer = await site.post("/api/oauth/register", { redirect_uris: [loopbackRedirect, uri] });
      const error = answer.json<{ error: string; error_description: string }>();
      assert.equal(error.error, "invalid_redirect_uri");
      assert.match(error.error_description, why);
      assert.match(error.error_description, /^redirect_uris\.1: /);

      assert.match(await detailOf(anIntegration({ redirectUris: [uri] })), why);
    }
    const long = { redirect_uris: [`http://127.0.0.1/${"x".repeat(2000)}`] };
    assert.match((await site.post("/api/oauth/register", long)).body, /longer than 2000 characters/);
  });
});

void describe("An app with a custom URI scheme", () => {
  const redirectUri = "com.example.app:/callback";

  async function anApp() {
    const site = await aSite();
    const { id } = await make(site, { redirectUris: [redirectUri], scopes: ["openid", "account:read"] });
    const client = { clientId: formatClientId(id), redirectUri };
    const member = await site.member();
    return { site, client, member, browser: await site.signedIn(member) };
  }

  void test("is redirected to its scheme, which the page names and its policy allows", async () => {
    const { site, client, browser } = await anApp();
    const { url, verifier } = authorizeUrl(client, { scope: "openid account:read" });
    const page = await browser.open(url);
    assert.match(page.body, /An app on this device, <strong class="foreign">com\.example\.app<\/strong>/);
    assert.match(page.body, /This is a program on your computer/);
    const policy = String(page.response.headers["content-security-policy"]);
    assert.match(policy, /form-action 'self' com\.example\.app:;/);
    const end = await browser.submit(page, { decision: "allow" });
    const answer = new URL(end.address);
    assert.equal(`${answer.protocol}${answer.pathname}`, redirectUri);
    assert.equal(answer.searchParams.get("iss"), site.origin);
    const tokens = await site.exchange(client, answer.searchParams.get("code")!, verifier);
    assert.equal(tokens.json<Tokens>().scope, "openid account:read");
  });

  void test("requires consent every time, because any app on the device can impersonate it", async () => {
    const { client, browser } = await anApp();
    for (const _ of [1, 2]) {
      const page = await browser.open(authorizeUrl(client).url);
      assert.match(page.address, /^\/consent/);
      await browser.submit(page, { decision: "allow" });
    }
    const silent = await browser.open(authorizeUrl(client, { prompt: "none" }).url);
    assert.match(silent.address, /^com\.example\.app:\/callback\?error=consent_required/);
  });

  void test("is compared character by character", async () => {
    const { client, browser } = await anApp();
    for (const other of [
      "com.example.app:/callback/",
      "com.example.app:/Callback",
      "com.example.app2:/callback",
      "COM.example.app:/callback",
    ]) {
      const page = await browser.open(authorizeUrl({ ...client, redirectUri: other }).url);
      assert.deepEqual([page.status, page.response.headers.location], [400, undefined], other);
    }
  });

  void test("is listed on the account page by its scheme", async () => {
    const { client, browser } = await anApp();
    await browser.submit(await browser.open(authorizeUrl(client).url), { decision: "allow" });
    assert.match((await browser.open("/account")).body, /com\.example\.app/);
  });

  void test("cannot register itself", async () => {
    const site = await aSite();
    const answer = await site.post("/api/oauth/register", { client_name: "App", redirect_uris: [redirectUri] });
    assert.equal(answer.json<{ error: string }>().error, "invalid_redirect_uri");
  });
});

void test("Every change of an application increments its version", async () => {
  const site = await aSite();
  const made = await make(site, { confidential: true });
  const id = formatClientId(made.id);
  const { name, description, redirectUris, scopes: storedScopes } = made;
  const edited = await perform(updateApplication, asCli(site), {
    id,
    name,
    description,
    redirectUris,
    scopes: storedScopes,
  });
  const rotated = await perform(rotateApplicationSecret, asCli(site), { id });
  assert.deepEqual([made.version, edited.application.version, rotated.application.version], [1, 2, 3]);
});

void test("One of two concurrent edits is rejected with a conflict", async () => {
  const site = await aSite();
  const { id, version, description, redirectUris, scopes: held } = await make(site);
  const edit = (name: string) => {
    const seen: Context = { ...asCli(site), ifMatch: [version] };
    const input = { id: formatClientId(id), name, description, redirectUris, scopes: held };
    return codeOf(perform(updateApplication, seen as never, input));
  };
  assert.deepEqual((await Promise.all([edit("One"), edit("Other")])).toSorted(), ["done", "etag_mismatch"]);
});

void test("Usage reports the time of the last token request of each connected member", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const [stays, leaves] = [await site.member(), await site.member()];
  const tokens = await site.connect(client, stays, "openid");
  await later(hour, () => site.connect(client, leaves, "openid"));
  const read = () => perform(readApplication, asCli(site), { id: client.clientId });
  const { usage: before } = await read();
  assert.deepEqual([before.members, before.connections], [2, 2]);

  const leaving = await site.signedIn(leaves);
  await leaving.submit(
    await leaving.open("/account"),
    {},
    /\/account\/applications\/\w+\/revoke/.exec((await leaving.open("/account")).body)![0],
  );
  const { usage: after } = await read();
  assert.deepEqual([after.members, after.connections], [1, 1]);
  assert.ok(after.lastUsedAt! < before.lastUsedAt!);

  await later(2 * hour, async () => {
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200);
  });
  const { usage: refreshed } = await read();
  assert.equal(refreshed.connections, 1, "A replaced token is not counted in addition to its successor.");
  assert.ok(refreshed.lastUsedAt! > before.lastUsedAt!);
  assert.equal(parseClientId(client.clientId), (await read()).id);
});
