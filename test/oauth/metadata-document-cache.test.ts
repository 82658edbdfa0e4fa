import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { count, limits } from "#domain/rate-limits/rate-limits.ts";
import { lifetimeOf } from "#oauth/metadata-documents/freshness.ts";
import type { Page } from "../support/browser-session.ts";
import { day, later, minute, now } from "../support/clock.ts";
import { anApplication, type Application, internet, sendJson } from "../support/document-web.ts";
import { auditActions, auditOf } from "../support/records.ts";
import { answerOf, type ASite, buildProcess, siteAt, type Tokens } from "../support/world.ts";
import {
  asks,
  aSiteOnline,
  assertAccepted,
  assertOnPage,
  assertRefusedOnPage,
  clientOf,
  storedClient,
} from "./support/document-client.ts";

const date = "Sat, 21 Nov 2026 12:00:00 GMT";

void describe("A document is relied on", () => {
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
    void test(`for ${seconds} seconds where it comes with ${JSON.stringify(headers)}`, () => {
      assert.equal(lifetimeOf(headers), seconds);
    });
  }

  void test("without being asked for, until its time is over", async () => {
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

  void test("by every site on its own account", async () => {
    const application = anApplication();
    await assertAccepted(await aSiteOnline(), clientOf(application));
    await assertAccepted(await aSiteOnline(), clientOf(application));
    assert.equal(application.requests.length, 2);
  });
});

/** A person who has allowed the application, which needs not ask again. */
async function connected(application = anApplication()) {
  const site = await aSiteOnline();
  const client = clientOf(application);
  const member = await site.member({ roles: ["owner"] });
  const tokens = await site.connect(client, member, "openid email courses:read");
  const browser = await site.signedIn(member);
  const again = () => asks(site, client, { scope: "openid email" }, browser);
  return { site, client, application, member, tokens, browser, again };
}

void describe("Where a document is too old", () => {
  void test("it is asked for again before anything new is allowed, also where nobody would be asked", async () => {
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

  void test("and cannot be had, the person is told on a page, and the application nothing", async () => {
    const { site, client, application, again, browser } = await connected();
    application.respond = (_request, response) => void response.writeHead(503).end();
    assert.match(answerOf(await again()).code, /^lac_/);
    await later(11 * minute, async () => {
      assertOnPage(await again(), /it was answered with 503/);
      assertOnPage(await asks(site, client, { prompt: "none" }, browser), /it was answered with 503/);
      application.respond = (_request, response) => sendJson(response, { ...application.document, client_secret: "x" });
      assertOnPage(await again(), /must not hold client_secret/);
    });
  });

  void test("a failure is not remembered: the next request asks again", async () => {
    const { application, again } = await connected();
    const { respond } = application;
    await later(11 * minute, async () => {
      application.respond = (_request, response) => void response.writeHead(500).end();
      assertOnPage(await again(), /it was answered with 500/);
      application.respond = respond;
      assert.match(answerOf(await again()).code, /^lac_/);
    });
  });

  void test("tokens go on: the token endpoint asks for no document, however old it is", async () => {
    const { site, client, application, member, tokens } = await connected();
    const { code, verifier } = await site.allow(client, member, "openid", { prompt: "consent" });
    application.respond = (_request, response) => void response.writeHead(404).end();
    const exchanged = (await site.exchange(client, code, verifier)).json<Tokens>();
    await later(3 * day, async () => {
      for (const { refresh_token } of [tokens, exchanged]) {
        const refreshed = await site.refresh(client, refresh_token);
        assert.equal(refreshed.statusCode, 200, refreshed.body);
        assert.equal((await site.userinfo(refreshed.json<Tokens>().access_token)).statusCode, 200);
      }
    });
    assert.equal(application.requests.length, 1);
  });
});

void describe("A document that has changed", () => {
  void test("counts from the next time that it is asked for", async () => {
    const { site, client, application, again } = await connected();
    const next = `https://${application.host}/next`;
    application.document["client_name"] = "Field Notes II";
    application.document["redirect_uris"] = [next];
    assert.match(answerOf(await again()).code, /^lac_/);
    await later(11 * minute, async () => {
      assertOnPage(await again(), /redirect_uri is none of those registered/);
      assert.equal((await asks(site, { ...client, redirectUri: next })).status, 200);
    });
    const { name, redirectUris, version } = (await storedClient(site, application))!;
    assert.deepEqual([name, redirectUris, version], ["Field Notes II", [next], 2]);
    const entry = (await auditOf(site)).find(({ action }) => action === "changeClientDocument");
    assert.deepEqual(entry!.details, { name: "Field Notes II", redirectUris: [next] });
  });

  void test("while its person decides lets no code go to an address that it no longer names", async () => {
    const { site, client, application, member } = await connected();
    const browser = await site.signedIn(member);
    const page = await asks(site, client, { prompt: "consent" }, browser);
    application.document["redirect_uris"] = [`https://${application.host}/next`];
    await later(11 * minute, async () => {
      await asks(site, client);
      assertOnPage(await browser.submit(page, { decision: "allow" }), /redirect_uri was taken away/);
    });
  });

  void test("does not become what it was by a process that has asked for it earlier and heard of it later", async () => {
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

/** It answers once it is told to. */
function held(application: Application) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { respond } = application;
  application.respond = (request, response) => {
    arrived.resolve();
    void released.promise.then(() => respond(request, response));
  };
  return { arrived: arrived.promise, release: released.resolve };
}

void describe("A document is asked for", () => {
  void test("once for all who wait for it at a time, at several sites too", async () => {
    const application = anApplication();
    const { arrived, release } = held(application);
    const sites = await Promise.all([aSiteOnline(), aSiteOnline()]);
    const pages = sites.flatMap((site) => Array.from({ length: 20 }, () => asks(site, clientOf(application))));
    await arrived;
    setTimeout(release, 50);
    for (const page of await Promise.all(pages)) assert.equal(page.status, 200);
    assert.equal(application.requests.length, 1);
    for (const site of sites) assert.deepEqual(await auditActions(site), ["registerClient"]);
  });

  void test("by whoever waits where those before them may not ask", async () => {
    const site = await aSiteOnline();
    const application = anApplication();
    const limited = Array.from({ length: 9 }, (_, index) => `198.51.100.2${index}`);
    await Promise.all(limited.map((address) => exhaust(site, limits.metadataFetchPerAddress, address)));
    const pages = await Promise.all(
      [...limited, "198.51.100.30"].map((address) => asks(site, clientOf(application), {}, site.browser({}, address))),
    );
    assert.equal(pages.at(-1)!.status, 200);
    assert.equal(application.requests.length, 1);
  });

  void test("of one host a few at a time", async () => {
    const site = await aSiteOnline();
    const application = anApplication();
    const urls = Array.from({ length: 5 }, (_, index) => `https://${application.host}/${index}.json`);
    let waiting = 0;
    const full = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    application.respond = (request, response) => {
      if (++waiting === 4) full.resolve();
      const document = { ...application.document, client_id: `https://${application.host}${request.url}` };
      void released.promise.then(() => sendJson(response, document));
    };
    const ask = (clientId: string) => asks(site, { ...clientOf(application), clientId });
    const four = urls.slice(0, 4).map(ask);
    await full.promise;
    const fifth = await ask(urls[4]!);
    assert.deepEqual([fifth.status, fifth.response.headers["retry-after"]], [429, "1"]);
    released.resolve();
    for (const page of await Promise.all(four)) assert.equal(page.status, 200);
    assert.equal((await ask(urls[4]!)).status, 200);
  });
});

/** As if it had been counted to the end already. */
async function exhaust(site: ASite, limit: { name: string; most: number; seconds: number }, subject: string) {
  const context = site.context();
  await Promise.all(Array.from({ length: limit.most }, () => count(context, limit, subject)));
}

function limited(page: Page): void {
  assertOnPage(page, /Too many requests/, 429);
  assert.ok(Number(page.response.headers["retry-after"]) > 0);
}

void describe("A visitor cannot use a site", () => {
  void test("to ask for more documents than its limit allows", async () => {
    const site = await aSiteOnline();
    await exhaust(site, limits.metadataFetchPerAddress, "198.51.100.9");
    const application = anApplication();
    limited(await asks(site, clientOf(application), {}, site.browser({}, "198.51.100.9")));
    assert.equal(application.requests.length, 0);
    await assertAccepted(site, clientOf(application), site.browser({}, "198.51.100.10"));
    await assertAccepted(site, clientOf(application), site.browser({}, "198.51.100.9"));
    await later(16 * minute, () => assertAccepted(site, clientOf(anApplication()), site.browser({}, "198.51.100.9")));
  });

  void test("to ask one host for ever more documents, and those that are known there are asked for all the same", async () => {
    const { site, client, application } = await connected();
    await exhaust(site, limits.metadataFetchPerHost, application.host);
    const unknown = { ...client, clientId: `https://${application.host}/other.json` };
    limited(await asks(site, unknown, {}, site.browser({}, "198.51.100.11")));
    assert.equal(application.requests.length, 1);
    await later(11 * minute, async () => {
      await assertAccepted(site, client);
      limited(await asks(site, unknown));
    });
    assert.equal(application.requests.length, 2);
  });

  void test("to ask again and again for one that fails", async () => {
    const { site, client, application } = await connected();
    application.respond = (_request, response) => void response.writeHead(500).end();
    await later(11 * minute, async () => {
      for (let time = 0; time < limits.metadataFetchPerDocument.most; time++) {
        await assertRefusedOnPage(site, client, /it was answered with 500/);
      }
      limited(await asks(site, client));
      assert.equal(application.requests.length, 1 + limits.metadataFetchPerDocument.most);
    });
    await later(13 * minute, () => assertRefusedOnPage(site, client, /it was answered with 500/));
  });

  void test("to use up what others may ask: an attempt that is refused counts for the visitor alone", async () => {
    const { site, client, application } = await connected();
    await later(11 * minute, async () => {
      await exhaust(site, limits.metadataFetchPerAddress, "198.51.100.12");
      for (let time = 0; time < 10; time++) {
        limited(await asks(site, client, {}, site.browser({}, "198.51.100.12")));
      }
      await assertAccepted(site, client, site.browser({}, "198.51.100.13"));
      assert.equal(application.requests.length, 2);
    });
  });

  void test("against another: what is refused for the sake of a document counts for nobody", async () => {
    const { site, client } = await connected();
    await exhaust(
      site,
      { ...limits.metadataFetchPerAddress, most: limits.metadataFetchPerAddress.most - 1 },
      "198.51.100.15",
    );
    const visitor = () => site.browser({}, "198.51.100.15");
    await later(11 * minute, async () => {
      await exhaust(site, limits.metadataFetchPerDocument, client.clientId);
      for (let time = 0; time < 3; time++) limited(await asks(site, client, {}, visitor()));
      await assertAccepted(site, clientOf(anApplication()), visitor());
      limited(await asks(site, clientOf(anApplication()), {}, visitor()));
    });
  });

  void test("and nothing is counted where nothing is asked for", async () => {
    const { site, client } = await connected();
    await exhaust(site, limits.metadataFetchPerAddress, "198.51.100.14");
    await assertAccepted(site, client, site.browser({}, "198.51.100.14"));
    const { count: counted } = await count(site.context(), limits.metadataFetchPerAddress, "198.51.100.14");
    assert.equal(counted, limits.metadataFetchPerAddress.most + 1);
  });
});
