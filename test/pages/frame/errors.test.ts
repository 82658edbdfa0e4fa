import assert from "node:assert/strict";
import { test } from "node:test";
import { errorReferences } from "#pages/text/error-reference/error-reference.ts";
import { aSite, authorizeUrl } from "../../support/world.ts";

void test("An invalid request is explained to the visitor and the developer, with a link to its page", async () => {
  const site = await aSite();
  const client = await site.register();
  const { url } = authorizeUrl({ ...client, redirectUri: "https://evil.example.test/" });
  const page = await site.browser().open(url);
  assert.equal(page.status, 400);
  assert.ok(page.body.includes('href="/docs/errors/invalid_request"'));
  assert.ok(page.body.includes("redirect_uri is not registered"));
  assert.match(page.body, /<html lang="en"/);
});

void test("Every listed error has a page, and an unlisted one has none", async () => {
  const site = await aSite();
  const browser = site.browser();
  const index = await browser.open("/docs/errors");
  const links = [...index.body.matchAll(/href="(\/docs\/errors\/[\w.-]+)"/g)].map(([, link]) => link!);
  assert.ok(new Set(links).size >= 19);
  for (const link of new Set(links)) {
    const page = await browser.open(link);
    assert.equal(page.status, 200, link);
    assert.ok(page.body.includes(link.slice("/docs/errors/".length)));
  }
  for (const code of [
    "nonsense",
    "unauthorized_client",
    "interaction_required",
    "invalid_request%00",
    "<script>",
    "__proto__",
  ]) {
    const page = await browser.open(`/docs/errors/${encodeURIComponent(code)}`);
    assert.equal(page.status, 404, code);
    assert.equal(page.body.includes("<script>"), false);
  }
});

void test("Links on error pages exist", async () => {
  const site = await aSite();
  // These are `resource` suffixes, not addresses to open.
  const resources = new Set(["/mcp", "/member/graphql"]);
  const paths = errorReferences
    .flatMap(({ meaning, fix }) => [meaning, ...fix])
    .flatMap((prose) => [...prose.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path!))
    .filter((path) => !resources.has(path));
  assert.ok(paths.length > 0);
  const member = await site.signedIn(await site.member());
  for (const path of paths) assert.equal((await member.open(path)).status, 200, path);
});

void test("Error pages use the reader's language", async () => {
  const site = await aSite();
  for (const address of ["/docs/errors/invalid_grant", "/docs/errors", "/nowhere", "/oauth/authorize"]) {
    const page = await site.browser({ "accept-language": "zh-TW" }).open(address);
    assert.match(page.body, /<html lang="zh-TW"/, address);
    const english = await site.browser({ "accept-language": "fr, en;q=0.5" }).open(address);
    assert.match(english.body, /<html lang="en"/, address);
  }
});

void test("An internal error is reported without details and with the request id", async () => {
  const site = await aSite();
  const response = await site.get("/nowhere", { headers: { accept: "text/html", "x-request-id": "trace-7" } });
  assert.equal(response.statusCode, 404);
  assert.equal(response.headers["x-request-id"], "trace-7");
  assert.doesNotMatch(response.body, /node_modules|at .*\.ts:\d+/);
});

void test("An address that cannot be decoded is a bad request, not a server error", async () => {
  const site = await aSite();
  for (const address of ["/%", "/docs/errors/%E0%A4%A", "/account/sessions/%ff/revoke"]) {
    const response = await site.get(address, { headers: { accept: "text/html" } });
    assert.ok(response.statusCode >= 400 && response.statusCode < 500, `${address}: ${response.statusCode}`);
  }
});
