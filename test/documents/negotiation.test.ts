import assert from "node:assert/strict";
import { test } from "node:test";
import { prefersMarkdown } from "#http/negotiation.ts";
import { assertStatus } from "../support/assert-status.ts";
import { publishEverything } from "../support/worlds/published.ts";
import { aSite } from "../support/world.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

void test("Markdown is served if the Accept header names it and does not prefer HTML", () => {
  for (const accept of ["text/markdown", "text/markdown, text/html, */*", "TEXT/MARKDOWN;q=0.9, text/html;q=0.8"]) {
    assert.equal(prefersMarkdown(accept), true, accept);
  }
  for (const accept of [
    undefined,
    browser,
    "*/*",
    "text/*",
    "text/markdown;q=0",
    "text/markdown;q=0.5, text/html",
    "x".repeat(5000),
  ]) {
    assert.equal(prefersMarkdown(accept), false, accept);
  }
});

void test("A page and its document share a URL, link to each other, and vary by Accept", async () => {
  const site = await aSite();
  await publishEverything(site);
  for (const path of ["/courses/shown-course", "/courses", "/posts/shown-post", "/shown-page"]) {
    const page = await site.get(path, { headers: { accept: browser } });
    assert.match(String(page.headers["content-type"]), /^text\/html/, path);
    assert.equal(page.headers["link"], `<${site.origin}${path}.md>; rel="alternate"; type="text/markdown"`);
    assert.match(String(page.headers["vary"]), /\bAccept\b/);
    const document = await site.get(path, { headers: { accept: "text/markdown" } });
    assert.match(String(document.headers["content-type"]), /^text\/markdown/, path);
    assert.equal(document.headers["link"], `<${site.origin}${path}>; rel="canonical"`);
    assert.match(String(document.headers["vary"]), /\bAccept\b/);
    assert.equal(document.body, (await site.get(`${path}.md`)).body);
  }
  assert.match(
    (await site.get("/", { headers: { accept: "text/markdown" } })).body,
    /^# Harbour School\n\n> Learn to sail\./,
  );
});

void test("An unchanged page or document is 304, and a changed one is sent immediately", async () => {
  const site = await aSite();
  await publishEverything(site);
  const client = await site.operatorClient({ audience: "operator" });
  const scope = "courses:read courses:write";
  const { access_token: bearer } = await site.connect(client, await site.member({ roles: ["owner"] }), scope);
  const paths = [
    "/llms.txt",
    "/pricing.md",
    "/courses.md",
    "/courses/shown-course.md",
    "/sitemap.xml",
    "/",
    "/courses",
  ];
  const conditional = async (path: string, etag: unknown) =>
    (await site.get(path, { headers: { accept: "text/html", "if-none-match": String(etag) } })).statusCode;

  const etags = new Map<string, unknown>();
  for (const path of paths) {
    const { headers } = await site.get(path, { headers: { accept: "text/html" } });
    etags.set(path, headers["etag"]);
    assert.equal(await conditional(path, headers["etag"]), 304, path);
  }
  const read = await site.get("/api/v1/courses/shown-course", { bearer });
  const changed = await site.request("PATCH", "/api/v1/courses/shown-course", {
    bearer,
    payload: { name: "Reef knots" },
    headers: { "if-match": String(read.headers["etag"]) },
  });
  assertStatus(changed, 200);
  for (const [path, etag] of etags) {
    // /pricing.md is unchanged: the course has no price.
    if (path !== "/pricing.md") assert.equal(await conditional(path, etag), 200, path);
    if (path !== "/pricing.md" && path !== "/sitemap.xml")
      assert.match((await site.get(path)).body, /Reef knots/, path);
  }
});
