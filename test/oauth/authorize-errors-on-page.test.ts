import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, formatId } from "#domain/platform/ids.ts";
import { aSite, httpsRedirect, loopbackRedirect } from "../support/world.ts";
import type { Page } from "../support/browser-session.ts";
import { ask, query } from "./support/ask.ts";

/** Asserts an error page without a redirect to an unvalidated address. */
function assertPage(page: Page, code: string): void {
  assert.equal(page.status, 400, page.address);
  assert.equal(page.response.headers.location, undefined);
  assert.match(String(page.response.headers["content-type"]), /^text\/html/);
  assert.ok(page.body.includes(`/docs/errors/${code}"`), `${code} is not on the page`);
}

void test("An unknown client is reported on a page, never by a redirect", async () => {
  const site = await aSite();
  const client = await site.register();
  const unknown = [formatId("client", newId()), "unknown", "https://app.example.test/client.json", "\u0000"];
  for (const client_id of unknown) assertPage(await ask(site, client, { client_id }), "invalid_client");
});

void test("A client of another site is unknown", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  assertPage(await ask(site, await elsewhere.register()), "invalid_client");
});

void test("A missing, empty or repeated client_id is reported on a page", async () => {
  const site = await aSite();
  const client = await site.register();
  assertPage(await ask(site, client, { client_id: undefined }), "invalid_request");
  assertPage(await ask(site, client, { client_id: "" }), "invalid_request");
  const twice = `/oauth/authorize?${query(client)}&client_id=${client.clientId}`;
  assertPage(await site.browser().open(twice), "invalid_request");
  assertPage(await site.browser().open("/oauth/authorize"), "invalid_request");
});

void test("An unregistered redirect URI is reported on a page", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const wrong = [
    "https://evil.example.test/callback",
    `${httpsRedirect}/`,
    `${httpsRedirect}?a=b`,
    `${httpsRedirect}#`,
    httpsRedirect.toUpperCase(),
    httpsRedirect.replace("https:", "http:"),
    httpsRedirect.replace("example.test", "example.test:443"),
    httpsRedirect.replace("/callback", "/x/../callback"),
    httpsRedirect.replace("/callback", "/%63allback"),
    ` ${httpsRedirect}`,
    "/callback",
    "\u0000",
  ];
  for (const redirect_uri of wrong) assertPage(await ask(site, client, { redirect_uri }), "invalid_request");
});

void test("A loopback redirect must match in everything except the port", async () => {
  const site = await aSite();
  const client = await site.register({ redirect_uris: ["http://127.0.0.1:43117/callback"] });
  const wrong = [
    "http://localhost:43117/callback",
    "http://[::1]:43117/callback",
    "http://127.0.0.2:43117/callback",
    "https://127.0.0.1:43117/callback",
    "http://127.0.0.1:43117/callback/",
    "http://127.0.0.1:43117/Callback",
    "http://127.0.0.1:43117/callback?x=1",
    "http://127.0.0.1:99999/callback",
    "http://127.0.0.1:/callback",
    "http://127.0.0.1:80@evil.example.test/callback",
  ];
  for (const redirect_uri of wrong) assertPage(await ask(site, client, { redirect_uri }), "invalid_request");
});

void test("A repeated redirect_uri is reported on a page, even if both values are equal", async () => {
  const site = await aSite();
  const client = await site.register();
  const again = encodeURIComponent(loopbackRedirect);
  const page = await site.browser().open(`/oauth/authorize?${query(client)}&redirect_uri=${again}`);
  assertPage(page, "invalid_request");
});

void test("redirect_uri is optional only if exactly one is registered", async () => {
  const site = await aSite();
  const two = await site.register({ redirect_uris: [loopbackRedirect, "http://127.0.0.1/other"] });
  for (const redirect_uri of [undefined, ""]) {
    assertPage(await ask(site, two, { redirect_uri }), "invalid_request");
  }
});

void test("The error page of an unregistered redirect does not link to its address", async () => {
  const site = await aSite();
  const client = await site.register();
  const redirect_uri = `https://evil.example.test/"><script>alert(1)</script>`;
  const { body } = await ask(site, client, { redirect_uri });
  assert.equal(body.includes("<script>"), false);
  assert.equal(body.includes('href="https://evil'), false);
});

void test("An oversized request is reported on a page", async () => {
  const site = await aSite();
  const client = await site.register();
  assertPage(await site.browser().open(`/oauth/authorize?${query(client)}&x=${"y".repeat(66_000)}`), "invalid_request");
});

void test("A body that is not a form is rejected on a page", async () => {
  const site = await aSite();
  const response = await site.post("/oauth/authorize", { response_type: "code" }, { headers: { accept: "text/html" } });
  assert.equal(response.statusCode, 415);
  assert.match(String(response.headers["content-type"]), /^text\/html/);
});
