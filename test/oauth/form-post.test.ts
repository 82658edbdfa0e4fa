import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { Page } from "../support/browser-session.ts";
import { aSite, authorizeUrl } from "../support/world.ts";
import { ask, askInVain } from "./support/ask.ts";

const unescape = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The fields and target of the form on the page. */
function formOf({ body }: Page) {
  const [, action, content] = /<form id="response" method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(body)!;
  const inputs = content!.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return {
    action: unescape(action!),
    ...Object.fromEntries([...inputs].map(([, name, value]) => [name, unescape(value!)])),
  };
}

const mode = { response_mode: "form_post" };

void test("A code is sent to the client by a form with state and iss", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  const browser = await site.signedIn(member);
  const state = `a"b<c>&'d é`;
  const { url, verifier } = authorizeUrl(client, { ...mode, state });
  const page = await browser.submit(await browser.open(url), { decision: "allow" });
  assert.equal(page.status, 200);
  const { code, ...rest } = formOf(page) as Record<string, string>;
  assert.deepEqual(rest, { action: client.redirectUri, iss: site.origin, state });
  assert.equal((await site.exchange(client, code!, verifier)).statusCode, 200);

  // Consent is remembered: the next response comes from the authorization endpoint itself.
  const again = await browser.open(authorizeUrl(client, mode).url);
  assert.match((formOf(again) as Record<string, string>)["code"]!, /^lac_/);
});

void test("The page allows only its own script and the client's origin, and is never cached", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const { body, response } = await ask(site, client, { ...mode, prompt: "none" });
  const [, script] = /<script>(.*?)<\/script>/s.exec(body)!;
  const digest = createHash("sha256").update(script!).digest("base64");
  const policy = String(response.headers["content-security-policy"]);
  assert.ok(policy.includes(`script-src 'sha256-${digest}';`), policy);
  assert.ok(policy.includes(`form-action ${client.redirectUri};`), policy);
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
  assert.equal(response.headers["cache-control"], "no-store");
  assert.equal(response.headers["referrer-policy"], "no-referrer");
  assert.match(body, /<button\s+type="submit"/, "works without a script");
});

void test("Errors and denials also use the form", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  for (const [extra, error] of [
    [{ prompt: "none" }, "login_required"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ scope: "courses:read" }, "invalid_scope"],
  ] as const) {
    const form = formOf(await ask(site, client, { ...mode, ...extra })) as Record<string, string>;
    assert.deepEqual([form["error"], form["state"], form["iss"]], [error, "xyz", site.origin]);
  }
  const browser = await site.signedIn(await site.member());
  const denied = await browser.submit(await ask(site, client, mode, browser), { decision: "deny" });
  assert.equal((formOf(denied) as Record<string, string>)["error"], "access_denied");
});

void test("A state that a form would change is invalid_request, without the state", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  for (const state of ["a\nb", "a\0b", "\ufffd"]) {
    const form = formOf(await ask(site, client, { ...mode, state })) as Record<string, string>;
    assert.deepEqual([form["error"], form["state"]], ["invalid_request", undefined]);
  }
});

void test("An unknown mode, and a form to a custom URI scheme, are rejected by query", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  assert.equal((await askInVain(site, client, { response_mode: "fragment" })).error, "invalid_request");
  const native = await site.operatorClient({ redirectUris: ["com.example.app:/callback"] });
  const { address } = await ask(site, native, mode);
  assert.match(address, /^com\.example\.app:\/callback\?error=invalid_request&/);
});

void test("Discovery lists both modes", async () => {
  const site = await aSite();
  const metadata = (await site.get("/.well-known/openid-configuration")).json<Record<string, unknown>>();
  assert.deepEqual(metadata["response_modes_supported"], ["query", "form_post"]);
});
