import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lifetimeOf } from "#oauth/metadata-documents/freshness.ts";
import { assertStatus } from "../support/assert-status.ts";
import { day, later, minute, now } from "../support/clock.ts";
import { anApplication, internet, sendJson } from "../support/doubles/document-web.ts";
import { auditOf } from "../support/worlds/records.ts";
import { answerOf, buildProcess, siteAt, type Tokens } from "../support/world.ts";
import { asks, aSiteOnline, assertAccepted, assertOnPage, clientOf, storedClient } from "./support/document-client.ts";
import { connected } from "./support/connected-application.ts";

const date = "Sat, 21 Nov 2026 12:00:00 GMT";

void describe("A document is cached", () => {
  const lifetimes: [number, Parameters<typeof lifetimeOf>[0]][] = [
    [300, {}],
    [600, { "cache-control": "max-age=600" }],
    [600, { "cache-control": 'public, MAX-AGE="600"' }],
    [600, { "cache-control": "max-age=600, max-age=7200" }],
    [600, { "cache-control": "max-age=7200, s-maxage=600" }],
    [600, { "cache-control": "max-age=600", expires: "Sat, 21 Nov 2026 18:00:00 GMT", date }],
    [400, { "cache-control": "max-age=600", age: "200" }],
    [60, { "cache-control": "max-age=600", age: "600" }],
    [60, { "cache-control": "max-age=600", age: "10000" }],
    [600, { "cache-control": "max-age=600", age: "-1" }],
    [3600, { expires: "Sat, 21 Nov 2026 13:00:00 GMT", date }],
    [3500, { expires: "Sat, 21 Nov 2026 13:00:00 GMT", date, age: "100" }],
    [60, { expires: "Sat, 21 Nov 2026 11:00:00 GMT", date }],
    [60, { expires: "0", date }],
    [60, { "cache-control": "max-age=0" }],
    [60, { "cache-control": "max-age=59" }],
    [61, { "cache-control": "max-age=61" }],
    [60, { "cache-control": "max-age=soon" }],
    [60, { "cache-control": "max-age=-600" }],
    [60, { "cache-control": "no-store" }],
    [60, { "cache-control": "No-Cache, max-age=600" }],
    [60, { "cache-control": "private, max-age=600" }],
    [300, { "cache-control": "immutable, must-revalidate" }],
    [86_400, { "cache-control": "max-age=86401" }],
    [86_400, { "cache-control": "max-age=99999999999999999999" }],
    [86_400, { expires: "Sat, 21 Nov 2099 13:00:00 GMT", date }],
  ];
  for (const [seconds, headers] of lifetimes) {
    void test(`for ${seconds} seconds with the headers ${JSON.stringify(headers)}`, () => {
      assert.equal(lifetimeOf(headers), seconds);
    });
  }

  void test("without a request until it expires", async () => {
    const site = await aSiteOnline();
    const application = anApplication();
    await assertAccepted(site, clientOf(application));
    await later(9 * minute, () => assertAccepted(site, clientOf(application)));
    assert.equal(application.requests.length, 1);
    await later(11 * minute, () => assertAccepted(site, clientOf(application)));
    assert.equal(application.requests.length, 2);
    const { documentExpiresAt, version } = (await storedClient(site, application))!;
    assert.ok(Math.abs(documentExpiresAt.getTime() - now().getTime() - 21 * minute) < minute);
    assert.equal(version, 1);
  });

  void test("separately by every site", async () => {
    const application = anApplication();
    await assertAccepted(await aSiteOnline(), clientOf(application));
    await assertAccepted(await aSiteOnline(), clientOf(application));
    assert.equal(application.requests.length, 2);
  });
});

void describe("When a document is stale", () => {
  void test("it is fetched again before any new authorization, also without a consent page", async () => {
    const { application, again } = await connected();
    assert.match(answerOf(await again()).code, /^lac_/);
    assert.equal(application.requests.length, 1);
    await later(11 * minute, async () => {
      assert.match(answerOf(await again()).code, /^lac_/);
      assert.equal(application.requests.length, 2);
      assert.match(answerOf(await again()).code, /^lac_/);
      assert.equal(application.requests.length, 2);
    });
  });

  void test("and cannot be fetched, an error page is shown and the application gets nothing", async () => {
    const { site, client, application, again, browser } = await connected();
    application.respond = (_request, response) => void response.writeHead(503).end();
    assert.match(answerOf(await again()).code, /^lac_/);
    await later(11 * minute, async () => {
      assertOnPage(await again(), /the response status was 503/);
      assertOnPage(await asks(site, client, { prompt: "none" }, browser), /the response status was 503/);
      application.respond = (_request, response) => sendJson(response, { ...application.document, client_secret: "x" });
      assertOnPage(await again(), /must not contain client_secret/);
    });
  });

  void test("a failure is not cached: the next request fetches again", async () => {
    const { application, again } = await connected();
    const { respond } = application;
    await later(11 * minute, async () => {
      application.respond = (_request, response) => void response.writeHead(500).end();
      assertOnPage(await again(), /the response status was 500/);
      application.respond = respond;
      assert.match(answerOf(await again()).code, /^lac_/);
    });
  });

  void test("tokens keep working: the token endpoint fetches no document, however old", async () => {
    const { site, client, application, member, tokens } = await connected();
    const { code, verifier } = await site.allow(client, member, "openid", { prompt: "consent" });
    application.respond = (_request, response) => void response.writeHead(404).end();
    const exchanged = (await site.exchange(client, code, verifier)).json<Tokens>();
    await later(3 * day, async () => {
      for (const { refresh_token } of [tokens, exchanged]) {
        const refreshed = await site.refresh(client, refresh_token);
        assertStatus(refreshed, 200);
        assert.equal((await site.userinfo(refreshed.json<Tokens>().access_token)).statusCode, 200);
      }
    });
    assert.equal(application.requests.length, 1);
  });
});

void describe("A document that has changed", () => {
  void test("takes effect at the next fetch", async () => {
    const { site, client, application, again } = await connected();
    const next = `https://${application.host}/next`;
    application.document["client_name"] = "Field Notes II";
    application.document["redirect_uris"] = [next];
    assert.match(answerOf(await again()).code, /^lac_/);
    await later(11 * minute, async () => {
      assertOnPage(await again(), /redirect_uri is not registered/);
      assert.equal((await asks(site, { ...client, redirectUri: next })).status, 200);
    });
    const { name, redirectUris, version } = (await storedClient(site, application))!;
    assert.deepEqual([name, redirectUris, version], ["Field Notes II", [next], 2]);
    const entry = (await auditOf(site)).find(({ action }) => action === "changeClientDocument");
    assert.deepEqual(entry!.details, { name: "Field Notes II", redirectUris: [next], postLogoutRedirectUris: [] });
  });

  void test("during consent lets no code go to an address that it no longer names", async () => {
    const { site, client, application, member } = await connected();
    const browser = await site.signedIn(member);
    const page = await asks(site, client, { prompt: "consent" }, browser);
    application.document["redirect_uris"] = [`https://${application.host}/next`];
    await later(11 * minute, async () => {
      await asks(site, client);
      assertOnPage(await browser.submit(page, { decision: "allow" }), /This app has changed/);
    });
  });

  void test("is not overwritten by a slower process that fetched an earlier version", async () => {
    const { site, client, application, again } = await connected();
    const elsewhere = siteAt(site.site, buildProcess({ clientMetadata: internet }));
    const before = { ...application.document };
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { respond } = application;
    application.respond = (_request, response) => {
      arrived.resolve();
      void released.promise.then(() => sendJson(response, before));
    };
    const early = later(11 * minute, again);
    await arrived.promise;
    application.respond = respond;
    application.document["client_name"] = "Field Notes II";
    await later(12 * minute, () => assertAccepted(elsewhere, client));
    released.resolve();
    await early;
    assert.equal((await storedClient(site, application))!.name, "Field Notes II");
  });
});
