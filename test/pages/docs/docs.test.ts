import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isScope } from "#access/scopes.ts";
import { isEventType } from "#domain/event-types.ts";
import { routeIndex } from "#operations/route-index.ts";
import { contents, documentNames } from "#pages/docs/contents.ts";
import { exampleOrigin } from "#pages/docs/documents.ts";
import { aSite } from "../../support/world.ts";

const guide = "/docs/guides/paginate-and-sync";
const linksOf = (body: string) => [...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);

void describe("the developer documentation", () => {
  void test("lists every document, and each is a page and Markdown with the address of the school", async () => {
    const site = await aSite();
    const overview = await site.browser().open("/docs");
    assert.equal(overview.status, 200);
    for (const name of documentNames) {
      assert.ok(overview.body.includes(`href="/docs/${name}"`), name);
      const page = await site.browser().open(`/docs/${name}`);
      assert.equal(page.status, 200, name);
      assert.ok(!page.body.includes(exampleOrigin), name);
      const source = await site.get(`/docs/${name}.md`);
      assert.match(String(source.headers["content-type"]), /^text\/markdown/);
      assert.match(source.body, /^# /);
      assert.ok(!source.body.includes(exampleOrigin), name);
    }
    const markdown = await site.get("/docs.md");
    for (const name of documentNames) assert.ok(markdown.body.includes(`${site.origin}/docs/${name}.md`), name);
  });

  void test("has no link to a missing page, file or section of this school", async () => {
    const site = await aSite();
    const pages = ["/docs", ...documentNames.map((name) => `/docs/${name}`)];
    const wanted = new Map<string, string>();
    for (const address of pages) {
      const { body } = await site.browser().open(address);
      for (const href of linksOf(body)) {
        const { origin, pathname, hash } = new URL(href, site.origin + address);
        if (origin === site.origin) wanted.set(pathname + hash, address);
      }
    }
    assert.ok(wanted.size > 40);
    for (const [target, from] of wanted) {
      const [path, hash] = target.split("#");
      const response = await site.get(path!, { headers: { accept: "text/html,*/*" } });
      assert.ok(response.statusCode < 400, `${from} links to ${target}: ${response.statusCode}`);
      if (hash) assert.ok(response.body.includes(`id="${hash}"`), `${from} links to ${target}`);
    }
  });

  void test("the Markdown documents link to each other as files", async () => {
    const site = await aSite();
    for (const name of documentNames) {
      const { body } = await site.get(`/docs/${name}.md`);
      for (const [, href] of body.matchAll(/\]\(([^)\s]+)\)/g)) {
        const { origin, pathname } = new URL(href!, `${site.origin}/docs/${name}.md`);
        if (origin !== site.origin) continue;
        assert.ok((await site.get(pathname)).statusCode < 400, `${name} links to ${href}`);
      }
    }
  });

  void test("a page is revalidated, and anonymous readers get no cookie", async () => {
    const site = await aSite();
    for (const address of ["/docs", guide, `${guide}.md`, "/docs.md", "/docs/errors"]) {
      const first = await site.get(address, { headers: { accept: "text/html" } });
      assert.equal(first.headers["set-cookie"], undefined, address);
      const headers = { accept: "text/html", "if-none-match": String(first.headers.etag) };
      assert.equal((await site.get(address, { headers })).statusCode, 304, address);
    }
  });

  void test("a program that prefers Markdown gets it at the address of the page", async () => {
    const site = await aSite();
    for (const address of [guide, "/docs"]) {
      const preferred = await site.get(address, { headers: { accept: "text/markdown, text/html;q=0.5" } });
      assert.equal(preferred.body, (await site.get(`${address}.md`)).body);
      assert.equal(preferred.headers.link, `<${site.origin}${address}>; rel="canonical"`);
    }
  });

  void test("shows samples in one language, and remembers the choice without a script", async () => {
    const browser = (await aSite()).browser();
    assert.match((await browser.open(guide)).body, /aria-current="true">curl</);
    const chosen = await browser.open(`${guide}?code=python`);
    assert.match(chosen.body, /aria-current="true">Python</);
    assert.doesNotMatch(chosen.body, /process\.env/);
    assert.match((await browser.open("/docs/guides/quickstart")).body, /aria-current="true">Python</);
    for (const unknown of ["perl", "constructor", ""]) {
      assert.match((await browser.open(`/docs/guides/quickstart?code=${unknown}`)).body, />Python</, unknown);
    }
  });

  void test("the language of the frame follows the browser, and documents say that they are English", async () => {
    const browser = (await aSite()).browser({ "accept-language": "zh-TW" });
    const { body } = await browser.open(guide);
    assert.match(body, /<html lang="zh-TW">/);
    assert.match(body, /<h1 lang="en">/);
    assert.match(body, /開發者文件/);
  });

  void test("the recipes name operations, scopes and events that exist", async () => {
    const site = await aSite();
    const { body } = await site.get("/docs/guides/recipes.md");
    const named = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, name]) => name!);
    const operations = named(/`((?:GET|POST|PUT|PATCH|DELETE) \/api\/v1[^`]+)`/g);
    assert.ok(operations.length > 1);
    const known = new Set(routeIndex.map(({ method, path }) => `${method} /api/v1${path}`));
    assert.deepEqual(
      operations.filter((operation) => !known.has(operation)),
      [],
    );
    const scopes = named(/`(\w+:\w+)`/g);
    assert.ok(scopes.length > 4);
    assert.deepEqual(
      scopes.filter((scope) => !isScope(scope)),
      [],
    );
    assert.deepEqual(
      named(/`((?:order|enrollment)\.\w+)`/g).filter((type) => !isEventType(type)),
      [],
    );
  });

  void test("other documents of the repository are not served", async () => {
    const site = await aSite();
    for (const address of ["/docs/guides/sell", "/docs/privacy", "/docs/guides/..%2f..%2fpackage.json", "/docs/x.md"]) {
      assert.equal((await site.get(address)).statusCode, 404, address);
    }
  });

  void test("is linked from the public pages, the admin area and the documents for agents", async () => {
    const site = await aSite();
    assert.ok((await site.browser().open("/")).body.includes('href="/docs"'));
    const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
    assert.ok((await owner.open("/admin")).body.includes('href="/docs"'));
    for (const address of ["/auth.md", "/llms.txt"]) {
      assert.ok((await site.get(address)).body.includes(`${site.origin}/docs`), address);
    }
    const llms = (await site.get("/llms.txt")).body;
    // Agents run no server.
    const operated: readonly string[] = contents.operate;
    for (const name of documentNames)
      assert.equal(llms.includes(`${site.origin}/docs/${name}.md`), !operated.includes(name), name);
  });
});
