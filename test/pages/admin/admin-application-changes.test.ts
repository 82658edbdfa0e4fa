import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestBrowser } from "../../support/browser-session.ts";
import { day, hour, later } from "../../support/clock.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { type ASite, httpsRedirect, type Tokens } from "../../support/world.ts";
import { assertRefused } from "../../oauth/support/assert-refused.ts";
import { ask, askInVain } from "../../oauth/support/ask.ts";
import {
  anOperator,
  applications,
  clientIn,
  present,
  register,
  secretIn,
  wellFilled,
} from "../support/applications.ts";
import { textOf } from "../support/asked.ts";

/** An application with a connected member, and the operator who can change it. */
async function connected() {
  const { site, operator, browser } = await anOperator();
  const client = clientIn(await register(browser));
  const member = await site.member();
  const { code, verifier, browser: person } = await site.allow(client, member, "openid email account:read");
  const tokens = (await site.exchange(client, code, verifier)).json<Tokens>();
  return { site, operator, browser, client, member, person, tokens };
}

const viewer = (site: ASite, { access_token }: Tokens) => site.graphql("{ viewer { id } }", access_token);

const lastEntry = async (site: ASite, action: string) =>
  (await auditOf(site)).findLast((entry) => entry.action === action)!;

const edit = async (browser: TestBrowser, page: string, fields: Record<string, string | undefined>) =>
  browser.submit(await browser.open(`${page}/edit`), present({ ...wellFilled, ...fields }));

void describe("Editing an application", () => {
  void test("shows the current values and saves changes", async () => {
    const { site, operator, browser } = await anOperator();
    const { page, clientId } = clientIn(await register(browser));
    const form = await browser.open(`${page}/edit`);
    for (const text of ["Study Buddy", "Reminds people of their lessons.", httpsRedirect]) {
      assert.ok(form.body.includes(text), text);
    }
    assert.match(form.body, /name="scope\.account:read"\s+checked/);
    assert.doesNotMatch(form.body, /name="scope\.profile"\s+checked|name="client_type"/);

    const saved = await edit(browser, page, {
      name: "Lesson Bell",
      redirect_uris: `${httpsRedirect}\nhttp://127.0.0.1/cb`,
    });
    assert.equal(saved.address, `${page}?done=saved`);
    assert.match(textOf(saved), /Your changes have been saved\./);
    for (const text of ["Lesson Bell", httpsRedirect, "http://127.0.0.1/cb"])
      assert.ok(saved.body.includes(text), text);

    const entry = await lastEntry(site, "updateApplication");
    assert.deepEqual([entry.memberId, entry.resourceId], [operator.id, clientId]);
    assert.deepEqual(entry.details, { name: "Lesson Bell", redirectUris: [httpsRedirect, "http://127.0.0.1/cb"] });
  });

  void test("saves the post-logout redirect URIs and the right to introspect all tokens", async () => {
    const { site, browser } = await anOperator();
    const client = clientIn(await register(browser));
    const after = "https://buddy.example.test/signed-out";
    const { access_token: token } = await site.connect(await site.register(), await site.member(), "openid");
    const isActive = async () => {
      const form = { token, client_id: client.clientId, client_secret: client.clientSecret };
      return (await site.postForm("/api/oauth/introspect", form)).json<{ active: boolean }>().active;
    };
    assert.equal(await isActive(), false);
    const rights = { post_logout_redirect_uris: after, introspects_all_tokens: "on" };
    const saved = await edit(browser, client.page, rights);
    assert.equal(saved.address, `${client.page}?done=saved`);
    assert.ok(saved.body.includes(after) && textOf(saved).includes("Can introspect the tokens of all applications"));
    assert.equal(await isActive(), true);
    const { details } = await lastEntry(site, "updateApplication");
    assert.deepEqual(details, {
      name: "Study Buddy",
      postLogoutRedirectUris: [after],
      introspectsAllTokens: true,
    });
    const wrong = await edit(browser, client.page, { ...rights, post_logout_redirect_uris: "http://evil.example/" });
    assert.equal(wrong.status, 400);
    assert.match(textOf(wrong), /Line 1 matches none of the three formats/);
    await edit(browser, client.page, {});
    assert.equal(await isActive(), false);
  });

  void test("gives a public application no right to introspect", async () => {
    const { browser } = await anOperator();
    const refused = await register(browser, { client_type: "public", introspects_all_tokens: "on" });
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), /Only confidential applications can introspect tokens/);
  });

  void test("never changes the audience or the client type", async () => {
    const { browser, client } = await connected();
    const saved = await edit(browser, client.page, {
      client_type: "public",
      audience: "operator",
      "scope.courses:read": "on",
    });
    assert.match(textOf(saved), /For members Type Confidential client/);
    assert.doesNotMatch(saved.body, /courses:read/);
  });

  void test("takes effect on its permissions at the next request", async () => {
    const { site, browser, client, person, tokens } = await connected();
    assert.equal((await viewer(site, tokens)).statusCode, 200);
    assert.ok("email" in (await site.userinfo(tokens.access_token)).json<object>());
    await edit(browser, client.page, { "scope.account:read": undefined, "scope.email": undefined });

    assert.equal((await viewer(site, tokens)).statusCode, 403);
    assert.equal("email" in (await site.userinfo(tokens.access_token)).json<object>(), false);
    const refreshed = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
    assert.equal((await viewer(site, refreshed)).statusCode, 403);
    assert.equal((await askInVain(site, client, { scope: "openid email" }, person)).error, "invalid_scope");
    assert.match((await askInVain(site, client, { scope: "openid" }, person)).code, /^lac_/);
  });

  void test("An edit that removes and restores a scope requires consent again", async () => {
    const { site, browser, client, person, tokens } = await connected();
    assert.match((await askInVain(site, client, { scope: "openid email" }, person)).code, /^lac_/);
    await edit(browser, client.page, { "scope.email": undefined });
    await edit(browser, client.page, {});
    assert.match((await ask(site, client, { scope: "openid email" }, person)).address, /^\/consent/);
    assert.match((await askInVain(site, client, { scope: "openid account:read" }, person)).code, /^lac_/);
    const refreshed = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
    assert.equal(refreshed.scope, "openid account:read");
    assert.equal("email" in (await site.userinfo(refreshed.access_token)).json<object>(), false);
  });

  void test("A removed redirect URI is rejected immediately", async () => {
    const { site, browser, client, person } = await connected();
    await edit(browser, client.page, { redirect_uris: "https://buddy.example.test/new" });
    const page = await ask(site, client, {}, person);
    assert.deepEqual([page.status, page.response.headers.location], [400, undefined]);
  });

  void test("reports errors at the fields, keeps the input and changes nothing", async () => {
    const { browser, client } = await connected();
    const page = await edit(browser, client.page, { name: "x".repeat(101), redirect_uris: "javascript:alert(1)" });
    assert.equal(page.status, 400);
    assert.match(textOf(page), /Use at most 100 characters\..*Line 1 matches none of the three/);
    assert.ok(page.body.includes("javascript:alert(1)"));
    assert.ok((await browser.open(client.page)).body.includes("Study Buddy"));
  });

  void test("does not overwrite a concurrent change until it was reviewed", async () => {
    const { browser, client } = await connected();
    const stale = await browser.open(`${client.page}/edit`);
    await edit(browser, client.page, { name: "Theirs" });
    const refused = await browser.submit(stale, { ...wellFilled, name: "Mine" });
    assert.equal(refused.status, 409);
    assert.match(textOf(refused), /Another person changed this in the meantime.*Now: Theirs Yours: Mine/);
    assert.ok(refused.body.includes('value="Mine"'));
    assert.ok((await browser.open(client.page)).body.includes("Theirs"));
    const saved = await browser.submit(refused, { ...wellFilled, name: "Mine" });
    assert.equal(saved.address, `${client.page}?done=saved`);
    assert.ok(saved.body.includes("Mine"));
  });
});

void describe("Replacing a secret", () => {
  void test("shows the new secret once; the old one stays valid for 24 hours", async () => {
    const { site, operator, browser, client, tokens } = await connected();
    const page = await browser.submit(await browser.open(`${client.page}/secret`), {});
    assert.equal(page.status, 200);
    assert.equal(page.response.headers["cache-control"], "no-store");
    const renewed = { ...client, clientSecret: secretIn(page) };
    assert.ok(renewed.clientSecret && renewed.clientSecret !== client.clientSecret);
    assert.match(textOf(await browser.open(client.page)), /The previous secret works until/);
    assert.equal(secretIn(await browser.open(client.page)), undefined);

    const byOld = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
    const byNew = (await site.refresh(renewed, byOld.refresh_token)).json<Tokens>();
    await later(day - hour, async () => {
      assert.equal(
        (await site.refresh({ ...client, clientSecret: client.clientSecret }, "lrt_x")).json<{ error: string }>().error,
        "invalid_grant",
      );
    });
    await later(day + 1000, async () => {
      assertRefused(await site.refresh(client, byNew.refresh_token), 401, "invalid_client");
      assert.equal((await site.refresh(renewed, byNew.refresh_token)).statusCode, 200);
      assert.doesNotMatch(textOf(await browser.open(client.page)), /The previous secret works until/);
    });

    const entry = await lastEntry(site, "rotateApplicationSecret");
    assert.deepEqual([entry.memberId, entry.resourceId], [operator.id, client.clientId]);
    assert.equal(JSON.stringify(entry).includes(renewed.clientSecret), false);
  });

  void test("twice rejects the first secret immediately", async () => {
    const { site, browser, client, tokens } = await connected();
    await browser.submit(await browser.open(`${client.page}/secret`), {});
    const warned = await browser.open(`${client.page}/secret`);
    assert.match(textOf(warned), /The secret was replaced less than 24 hours ago/);
    await browser.submit(warned, {});
    assertRefused(await site.refresh(client, tokens.refresh_token), 401, "invalid_client");
  });

  void test("by a form that is sent twice is done once", async () => {
    const { site, browser, client, tokens } = await connected();
    const form = await browser.open(`${client.page}/secret`);
    await browser.submit(form, {});
    const again = await browser.submit(form, {});
    assert.equal(again.address, `${client.page}?done=changed`);
    assert.equal(secretIn(again), undefined);
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200, "The first one still works.");
  });

  void test("is not available for a public application", async () => {
    const { site, browser } = await anOperator();
    const { page } = clientIn(await register(browser, { client_type: "public" }));
    assert.equal((await browser.open(`${page}/secret`)).address, page);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(`${page}/edit`)).body)![1]!;
    assert.equal((await browser.open(`${page}/secret`, { csrf, version: "1" })).status, 409);
    assert.equal(
      (await auditOf(site)).some(({ action }) => action === "rotateApplicationSecret"),
      false,
    );
  });
});

void describe("Deleting an application", () => {
  void test("asks for confirmation, revokes everything, and removes it from the lists", async () => {
    const { site, operator, browser, client, person, tokens } = await connected();
    const question = await browser.open(`${client.page}/delete`);
    assert.match(textOf(question), /Delete Study Buddy\?.*Connected members: 1\./);
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
    const waiting = await site.allow(client, await site.member(), "openid");

    const done = await browser.submit(question, {});
    assert.equal(done.address, `${applications}?done=deleted`);
    assert.doesNotMatch(done.body, /Study Buddy/);
    assert.equal((await browser.open(client.page)).status, 404);
    assert.doesNotMatch((await person.open("/account")).body, /Study Buddy/);

    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    assertRefused(await site.refresh(client, tokens.refresh_token), 401, "invalid_client");
    assertRefused(await site.exchange(client, waiting.code, waiting.verifier), 401, "invalid_client");
    assert.equal((await ask(site, client, {}, person)).status, 400);

    const entry = await lastEntry(site, "deleteApplication");
    assert.deepEqual([entry.memberId, entry.resourceId], [operator.id, client.clientId]);
    assert.deepEqual(entry.details, { name: "Study Buddy", endedGrants: 2 });
  });

  void test("does not affect other applications or their tokens", async () => {
    const { site, browser, client, member } = await connected();
    const other = clientIn(await register(browser, { name: "Other" }));
    const { access_token } = await site.connect(other, member, "openid");
    await browser.submit(await browser.open(`${client.page}/delete`), {});
    assert.equal((await site.userinfo(access_token)).statusCode, 200);
    assert.equal((await browser.open(other.page)).status, 200);
  });
});

void test("No forged form changes, replaces or deletes anything", async () => {
  const { site, browser, client, tokens } = await connected();
  const before = (await auditOf(site)).length;
  for (const csrf of ["", "made-up"]) {
    for (const page of ["edit", "secret", "delete"]) {
      const answer = await browser.open(`${client.page}/${page}`, { ...wellFilled, csrf, version: "1" });
      assert.equal(answer.address, `${client.page}/${page}`);
    }
  }
  assert.equal((await auditOf(site)).length, before);
  assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 200);
});
