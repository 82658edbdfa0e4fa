import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import { sampled } from "../../support/thorough.ts";
import { aSite } from "../../support/world.ts";

interface Described {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  components: { schemas: object };
  "x-webhooks": object;
}

void describe("the API reference as pages", () => {
  void test("has a page for each operation, event and object of /openapi.json, and every link leads somewhere", async () => {
    const site = await aSite();
    const browser = site.browser();
    const described = (await site.get("/openapi.json")).json<Described>();
    const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods));
    const addresses = [
      "/docs/api",
      ...operations.flatMap(({ operationId, tags }) => [
        `/docs/api/operations/${operationId}`,
        `/docs/api/tags/${tags[0]!}`,
      ]),
      ...Object.keys(described["x-webhooks"]).map((name) => `/docs/api/webhooks/${name}`),
      ...Object.keys(described.components.schemas)
        .filter((name) => name !== "Problem")
        .map((name) => `/docs/api/schemas/${name}`),
    ];
    const links = new Set<string>();
    for (const address of new Set(addresses)) {
      const { status, body } = await browser.open(address);
      assert.equal(status, 200, address);
      assert.ok(body.length < 200_000, `${address}: ${body.length} bytes`);
      assert.doesNotMatch(body, /undefined|\[object Object\]|learn\.school\.example/, address);
      for (const [, href] of body.matchAll(/href="(\/docs\/api[^"#?]*)/g)) links.add(href!);
      assert.ok(links.delete(`${address}.md`), address);
    }
    assert.deepEqual(
      [...links].filter((link) => !addresses.includes(link)).toSorted(),
      ["/docs/api/schemas/Problem", "/docs/api/webhooks"].filter((link) => links.has(link)),
    );
    for (const address of ["operations/nothing", "tags/__proto__", "schemas/constructor", "webhooks/x"]) {
      assert.equal((await browser.open(`/docs/api/${address}`)).status, 404, address);
      assert.equal((await browser.open(`/docs/api/${address}.md`)).status, 404, address);
    }
  });

  void test("is Markdown too, whose links lead to Markdown", async () => {
    const site = await aSite();
    const { paths, components, ...described } = (await site.get("/openapi.json")).json<Described>();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const addresses = [
      "/docs/api",
      "/docs/api/webhooks",
      "/docs/api/tags/courses",
      "/docs/api/operations/createCourse",
      ...sampled(operations, 20).map(({ operationId }) => `/docs/api/operations/${operationId}`),
      ...sampled(Object.keys(described["x-webhooks"]), 10).map((name) => `/docs/api/webhooks/${name}`),
      ...sampled(Object.keys(components.schemas), 20).map((name) => `/docs/api/schemas/${name}`),
    ];
    const links = new Set<string>();
    for (const address of addresses) {
      const { body, headers } = await site.get(`${address}.md`);
      assert.match(body, /^# /, address);
      assert.equal(headers["link"], `<${site.origin}${address}>; rel="canonical"`);
      assert.doesNotMatch(body, /undefined|\[object Object\]|learn\.school\.example/, address);
      for (const [, href] of body.matchAll(/\]\(([^)\s]+)\)/g)) links.add(href!);
      const page = await site.get(address, { headers: { accept: "text/html" } });
      assert.equal(page.headers["link"], `<${address}.md>; rel="alternate"; type="text/markdown"`);
      assert.ok(page.body.includes(`<link rel="alternate" type="text/markdown" href="${address}.md"`), address);
    }
    assert.ok(links.size > 40);
    for (const link of sampled([...links], 60)) {
      assert.ok(link.startsWith(`${site.origin}/`), link);
      const { statusCode, headers } = await site.get(link.slice(site.origin.length));
      assert.equal(statusCode, 200, link);
      assert.match(String(headers["content-type"]), /^(text\/markdown|application\/json)/, link);
    }
  });

  void test("is found by the search of the documentation, as a page and as Markdown", async () => {
    const site = await aSite();
    const { body } = await site.browser().open("/docs/search?q=publish+course");
    assert.match(body, /href="\/docs\/api\/operations\/publishCourse"/);
    assert.match(body, /href="\/docs\/api\/webhooks\/course\.published"/);
    const markdown = (await site.get("/docs/search.md?q=invalid_grant")).body;
    assert.ok(markdown.includes(`[invalid_grant](${site.origin}/docs/errors/invalid_grant.md)`), markdown);
  });

  void test("the page of an event has its payload and its fields", async () => {
    const site = await aSite();
    const { body } = await site.browser().open("/docs/api/webhooks/course.updated");
    for (const part of ["api_version", "previous_attributes", "data.object", "published_at"]) {
      assert.ok(body.includes(part), part);
    }
    const markdown = (await site.get("/docs/api/webhooks/course.updated.md")).body;
    const payload = JSON.parse(/```json\n(.*?)\n```/s.exec(markdown)![1]!) as { type: string };
    assert.equal(payload.type, "course.updated");
    assert.match(markdown, /\| `sequence` \| integer/);
    assert.match(markdown, /\| `published_at` \| string/);
  });

  void test("has the paragraphs of a description", async () => {
    const { body } = await (await aSite()).browser().open("/docs/api/operations/recordSale");
    assert.match(body, /<p class="lead" lang="en">Also requires the scope for each kind of access/);
  });

  void test("finds operations and events by words, without a script", async () => {
    const browser = (await aSite()).browser();
    const found = await browser.open("/docs/api?q=publish+course");
    assert.match(found.body, /href="\/docs\/api\/operations\/publishCourse"/);
    assert.match(found.body, /href="\/docs\/api\/webhooks\/course\.published"/);
    assert.doesNotMatch(found.body, /operations\/listOrders/);
    const none = await browser.open("/docs/api?q=%3Cscript%3Ezebra");
    assert.match(none.body, /No results/);
    assert.match(none.body, /value="&lt;script&gt;zebra"/);
    for (const query of ["q=a&q=b", `q=${"a%20".repeat(2000)}`, "q="]) {
      assert.equal((await browser.open(`/docs/api?${query}`)).status, 200);
    }
  });

  void test("the form of a list starts with empty filters", async () => {
    const { body } = await (await aSite()).browser().open("/docs/api/operations/listCourses");
    const form = /<form id="request">(.*?)<\/form>/s.exec(body)![1]!;
    assert.match(form, /data-name="created_at\[gte\]"/);
    assert.doesNotMatch(form, /<option selected|<option value="[^"]+" selected|<input[^>]* value="/);
    const draft = await (await aSite()).browser().open("/docs/api/operations/createCourse");
    assert.match(draft.body, /data-name="dry_run" value="true" checked/);
    const policy = String(draft.response.headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; style-src 'self'; .*script-src 'self'; connect-src 'self'; /);
    assert.doesNotMatch(policy, /unsafe/);
  });

  void test("each school has one client for the reference, which staff authorizes", async () => {
    const site = await aSite();
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () =>
        (await site.request("POST", "/docs/api/client")).json<{ client_id: string }>(),
      ),
    );
    assert.equal(new Set(clients.map(({ client_id }) => client_id)).size, 1);
    const stored = await database.first<{ audience: string; redirectUris: string[] }>`
      select audience, redirect_uris from clients where site_id = ${site.id} and origin = 'explorer'`;
    assert.deepEqual(stored, { audience: "operator", redirectUris: [`${site.origin}/docs/api/signed-in`] });
    await database.run`update clients set blocked_at = now() where site_id = ${site.id} and origin = 'explorer'`;
    assert.equal((await site.request("POST", "/docs/api/client")).statusCode, 404);
  });
});
