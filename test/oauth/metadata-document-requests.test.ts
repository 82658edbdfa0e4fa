import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { describe, test } from "node:test";
import type { Database } from "#database/database.ts";
import { count, keyOf, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import type { Page } from "../support/browser-session.ts";
import { later, minute } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { anApplication, type Application, internet, sendJson } from "../support/doubles/document-web.ts";
import { auditActions } from "../support/worlds/records.ts";
import { until } from "../support/until.ts";
import { type ASite, buildProcess } from "../support/world.ts";
import {
  asks,
  aSiteOnline,
  assertAccepted,
  assertOnPage,
  assertRefusedOnPage,
  clientOf,
} from "./support/document-client.ts";
import { connected } from "./support/connected-application.ts";

/** Responds when released. */
function holdResponse(application: Application) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { respond } = application;
  application.respond = (request, response) => {
    arrived.resolve();
    void released.promise.then(() => respond(request, response));
  };
  return { arrived: arrived.promise, release: released.resolve };
}

/** Identifies the request that a statement belongs to. */
const request = new AsyncLocalStorage<string>();

/** A process that records which requests have looked up a client: the last step before they wait for its document. */
function watchLookups(clientId: string) {
  const waiting = new Set<string | undefined>();
  const db: Database = {
    ...database,
    async first<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
      const row = await database.first<Row>(strings, ...values);
      if (values.includes(clientId)) waiting.add(request.getStore());
      return row;
    },
  };
  return { process: buildProcess({ clientMetadata: internet, db }), waiting };
}

void describe("A document is fetched", () => {
  void test("once for all concurrent requests, across sites", async () => {
    const application = anApplication();
    const { arrived, release } = holdResponse(application);
    const client = clientOf(application);
    const { process, waiting } = watchLookups(client.clientId);
    const sites = await Promise.all([aSiteOnline(undefined, process), aSiteOnline(undefined, process)]);
    const pages = sites.flatMap((site) =>
      Array.from({ length: 20 }, (_, index) => request.run(`${site.id} ${index}`, () => asks(site, client))),
    );
    await arrived;
    await until(() => waiting.size === 40, "all requests to wait for the document");
    // The last step before the fetch: one request of each site counts for all.
    const counted = keyOf(limits.metadataFetchPerHost, new URL(application.url).host);
    await until(async () => {
      const counters = await database.many`
        select site_id from rate_limits
         where site_id = any(${sites.map(({ id }) => id)}::uuid[]) and digest = ${counted}`;
      return counters.length === 2;
    }, "both sites to share the fetch");
    release();
    for (const page of await Promise.all(pages)) assert.equal(page.status, 200);
    assert.equal(application.requests.length, 1);
    for (const site of sites) assert.deepEqual(await auditActions(site), ["registerClient"]);
  });

  void test("by a waiting request if an earlier one has exhausted its limit", async () => {
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

  void test("with limited concurrency per host", async () => {
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

/** Fills a rate limit. */
async function exhaust(site: ASite, limit: { name: string; max: number; seconds: number }, subject: string) {
  const context = site.context();
  await Promise.all(Array.from({ length: limit.max }, () => count(context, limit, subject)));
}

function limited(page: Page): void {
  assertOnPage(page, /Too many requests/, 429);
  assert.ok(Number(page.response.headers["retry-after"]) > 0);
}

void describe("A visitor cannot use a site", () => {
  void test("to fetch more documents than the limit allows", async () => {
    const site = await aSiteOnline();
    await exhaust(site, limits.metadataFetchPerAddress, "198.51.100.9");
    const application = anApplication();
    limited(await asks(site, clientOf(application), {}, site.browser({}, "198.51.100.9")));
    assert.equal(application.requests.length, 0);
    await assertAccepted(site, clientOf(application), site.browser({}, "198.51.100.10"));
    await assertAccepted(site, clientOf(application), site.browser({}, "198.51.100.9"));
    await later(16 * minute, () => assertAccepted(site, clientOf(anApplication()), site.browser({}, "198.51.100.9")));
  });

  void test("to fetch unlimited documents of one host, while its known documents are still fetched", async () => {
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

  void test("to retry a failing document without limit", async () => {
    const { site, client, application } = await connected();
    application.respond = (_request, response) => void response.writeHead(500).end();
    await later(11 * minute, async () => {
      for (let time = 0; time < limits.metadataFetchPerDocument.max; time++) {
        await assertRefusedOnPage(site, client, /the response status was 500/);
      }
      limited(await asks(site, client));
      assert.equal(application.requests.length, 1 + limits.metadataFetchPerDocument.max);
    });
    await later(13 * minute, () => assertRefusedOnPage(site, client, /the response status was 500/));
  });

  void test("to exhaust the limit of others: a rejected attempt counts for the visitor only", async () => {
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

  void test("against another visitor: a rejection because of a document does not count", async () => {
    const { site, client } = await connected();
    await exhaust(
      site,
      { ...limits.metadataFetchPerAddress, max: limits.metadataFetchPerAddress.max - 1 },
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

  void test("and nothing is counted if nothing is fetched", async () => {
    const { site, client } = await connected();
    await exhaust(site, limits.metadataFetchPerAddress, "198.51.100.14");
    await assertAccepted(site, client, site.browser({}, "198.51.100.14"));
    const { count: counted } = await count(site.context(), limits.metadataFetchPerAddress, "198.51.100.14");
    assert.equal(counted, limits.metadataFetchPerAddress.max + 1);
  });
});
