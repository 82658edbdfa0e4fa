import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { publicCaching } from "#http/public-cache/keep-public-responses.ts";
import type { Role } from "#access/roles.ts";
import { islandsPath } from "#pages/islands/islands.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { anInhabitedSite, type InhabitedSite } from "../support/worlds/inhabited-site.ts";
import { routesOfTheRouter } from "../support/worlds/routes.ts";
import type { AMember } from "../support/world.ts";

/** Addresses for programs, equal for all visitors: JSON, Markdown and text. */
const ofPrograms = /^\/(\.well-known|api|member|healthz|readyz|mcp|scim)(\/|$)|\.(json|md|txt|xml)$/;
/** Open Badges, for programs on any origin. */
const badges = /^\/certificates\/(:serial\/badge|issuer|keys|keys\/:id|status\/:list)$/;
/** Subresources of pages. */
const files = /^\/(assets|files)\/|\.(js|css|graphql|atom|tgz)$|\/logo$|^\/manifest\.webmanifest$/;
/** Only redirect to a page. */
const moved = /^\/(plans|sign-in\/(code|email|passkey)|account\/security\/setup)$/;
/** Pages with scripts of this site, which add to them: they copy code and send requests. */
/** The modules of pages of the documentation. */
const ofDocs = /<script type="module" src="\/assets\/islands\/[\w-]+\/(?:docs-copy|console)\.js"><\/script>/g;

const withScripts = / \/docs(?:[/?]|$)/;

const routes = (await routesOfTheRouter()).map((route) => route.split(" ") as ["GET" | "POST", string]);
const ofPages = routes.filter(
  ([method, url]) => method !== ("OPTIONS" as string) && !ofPrograms.test(url) && !badges.test(url),
);

void describe("every address of the pages, for every visitor", () => {
  let inhabited: InhabitedSite;
  const roles: Role[] = ["student", "owner"];
  const people = new Map<Role, AMember>();
  const visitors: [who: string, visit: () => Promise<TestBrowser>][] = [
    ["a stranger", async () => inhabited.site.browser()],
    ...roles.map((role): [string, () => Promise<TestBrowser>] => [
      `a signed-in ${role}`,
      () => inhabited.site.signedIn(people.get(role)!),
    ]),
    ["the owner of the resources", () => inhabited.site.signedIn(inhabited.member)],
  ];

  before(async () => {
    inhabited = await anInhabitedSite("Framley");
    for (const role of roles) people.set(role, await inhabited.site.member({ roles: [role] }));
  });

  /** Existing ids for a route, and an unknown one. */
  function addressesOf(url: string): string[] {
    if (!url.includes(":")) return [url];
    const { grant, session, client, authorization } = inhabited;
    return [grant, session, client.clientId, authorization, "none"].map((id) => url.replaceAll(/:\w+/g, id));
  }

  for (const [method, url] of ofPages) {
    void test(`${method} ${url} has security headers`, async () => {
      let pages = 0;
      for (const [who, visit] of visitors) {
        for (const address of addressesOf(url)) {
          const browser = await visit();
          const answer = await browser.request(method, address, method === "POST" ? { a: "b" } : undefined);
          assertGuarded(answer, `${who}: ${method} ${address}`);
          if (isPage(answer)) pages += 1;
        }
      }
      assert.ok(pages > 0 || method === "POST" || files.test(url) || moved.test(url), "No page was requested.");
    });
  }

  void test("an undecodable address gets an error without details", async () => {
    for (const url of ["/%", "/account/%E0%A4%A", "/docs/errors/%ff"]) {
      const answer = await inhabited.site.get(url, { headers: { accept: "text/html" } });
      assert.equal(answer.statusCode, 400);
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.match(String(answer.headers["content-security-policy"]), /^default-src 'none'; frame-ancestors 'none'/);
      assert.match(String(answer.headers["x-request-id"]), /^[\w-]{36}$/);
      assert.equal(answer.body.includes(url), false);
    }
  });

  void test("unknown, misspelled, too long and not allowed requests have security headers too", async () => {
    const browser = await inhabited.site.signedIn(inhabited.member);
    for (const [method, url] of [
      ["GET", "/nowhere"],
      ["POST", "/nowhere"],
      ["POST", "/docs/errors"],
      ["GET", `/${"x".repeat(5000)}`],
      ["GET", "/sign-in?authorization=none"],
      ["GET", "/consent"],
      ["GET", "/oauth/authorize"],
      ["GET", `/oauth/authorize?${"x".repeat(20_000)}`],
    ] as const) {
      const answer = await browser.request(method, url, method === "POST" ? {} : undefined);
      assertGuarded(answer, `${method} ${url.slice(0, 40)}`);
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, url);
    }
  });
});

const isPage = ({ headers }: LightMyRequestResponse) => String(headers["content-type"]).startsWith("text/html");

function assertGuarded(answer: LightMyRequestResponse, what: string): void {
  const { headers, statusCode } = answer;
  let { body } = answer;
  assert.ok(statusCode < 500, `${what} is ${statusCode}`);
  assert.equal(headers["x-content-type-options"], "nosniff", what);
  assert.equal(headers["access-control-allow-origin"], undefined, what);
  for (const cookie of answer.cookies as unknown as Record<string, unknown>[]) {
    const { httpOnly, secure, sameSite, path, domain, name } = cookie;
    const kept = [httpOnly, secure, String(sameSite).toLowerCase(), path, domain];
    // The service worker reads whose lectures it may show.
    const isForScripts = name === "__Host-lectern_keeper";
    assert.deepEqual(kept, [isForScripts ? undefined : true, true, "lax", "/", undefined], `${what}: ${String(name)}`);
    assert.match(String(name), /^__Host-/);
  }
  if (headers.location !== undefined) {
    // 308: permanently moved.
    assert.ok([303, 308].includes(statusCode), what);
    assert.equal(headers["referrer-policy"], "no-referrer", what);
  }
  if (!isPage(answer)) return;
  assert.equal(headers["content-type"], "text/html; charset=utf-8", what);
  // A visitor's page is not personal: caches may keep it, and browsers revalidate it.
  const kept = what.startsWith("a stranger") ? ["no-store", "private, no-cache", publicCaching] : ["no-store"];
  assert.ok(kept.includes(String(headers["cache-control"])), what);
  assert.equal(headers["referrer-policy"], "no-referrer", what);
  const policy = policyOf(headers["content-security-policy"]);
  const closed = [policy["default-src"], policy["frame-ancestors"], policy["base-uri"]];
  // Pages of staff show it in a frame. Nothing on it can be used.
  const isFramed = what.endsWith(" GET /admin/appearance/preview") && policy["form-action"] === "'none'";
  assert.deepEqual(closed, ["'none'", isFramed ? "'self'" : "'none'", "'none'"], what);
  assert.equal(policy["style-src"], "'self'", what);
  if (withScripts.test(what) && body.search(ofDocs) !== -1) {
    assert.equal(policy["script-src"], "'self'", what);
    if (what.includes(" /docs/api/")) assert.equal(policy["connect-src"], "'self'", what);
    body = body.replaceAll(ofDocs, "");
    delete policy["script-src"];
    delete policy["connect-src"];
  }
  // A module lists what the device keeps: files of its folder may run, and send requests to this site.
  const module =
    /<script type="module" src="(\/assets\/islands\/[\w-]+\/)offline\.js" fetchpriority="low"><\/script>/.exec(body);
  if (module && / \/(?:learn|account\/notifications\/settings)(?:[/?]|$)/.test(what)) {
    const sources = (policy["script-src"] ?? "").split(" ");
    const others = sources.filter((source) => new URL(source).pathname !== module[1]);
    assert.equal(others.length, sources.length - 1, what);
    assert.equal(policy["connect-src"], "'self'", what);
    body = body.replaceAll(module[0], "");
    delete policy["script-src"];
    if (others.length > 0) policy["script-src"] = others.join(" ");
    delete policy["connect-src"];
  }
  // A module for passkeys: no other file of its folder may run, and it sends nothing by itself.
  const passkeys = /<script type="module" src="(\/assets\/islands\/[\w-]+\/passkey\.js)"><\/script>/.exec(body);
  if (passkeys && / \/(?:sign-in|account)(?:[/?]|$)/.test(what)) {
    const sources = (policy["script-src"] ?? "").split(" ");
    const others = sources.filter((source) => new URL(source).pathname !== passkeys[1]);
    assert.equal(others.length, sources.length - 1, what);
    body = body.replaceAll(passkeys[0], "");
    delete policy["script-src"];
    if (others.length > 0) policy["script-src"] = others.join(" ");
  }
  // One script shows times in the zone of the visitor: no other file may run, except on pages with modules.
  const ofPage = `${islandsPath}/page.js`;
  if (body.includes(ofPage)) {
    body = body.replaceAll(new RegExp(`<script type="module" src="${ofPage}"[^>]*></script>`, "g"), "");
    if (policy["script-src"] !== "'self'") {
      const [source = "", ...others] = (policy["script-src"] ?? "").split(" ");
      assert.deepEqual([new URL(source).pathname, others], [ofPage, []], what);
      delete policy["script-src"];
    }
  }
  // Modules enhance the pages of staff. They are files of this site, and send requests to it only.
  if (/ \/admin(?:[/?]|$)/.test(what)) {
    for (const name of ["script-src", "connect-src", "frame-src"]) {
      assert.ok([undefined, "'self'"].includes(policy[name]), `${what}: ${name} ${policy[name]}`);
      delete policy[name];
    }
    body = body
      .replaceAll(/<script\s+type="module"\s+src="\/(?:docs\/)?assets\/[\w./-]+"[^>]*><\/script>/g, "")
      .replaceAll(/<iframe\s(?:[^>]*\s)?src="\/[\w/.?=&;-]+"[^>]*><\/iframe>/g, "");
  }
  // Tools that rate a public page request only this from it.
  if (policy["connect-src"]?.endsWith("/robots.txt") && !/[ *]/.test(policy["connect-src"]))
    delete policy["connect-src"];
  for (const open of ["script-src", "object-src", "frame-src", "connect-src", "worker-src", "child-src"]) {
    assert.ok([undefined, "'none'"].includes(policy[open]), `${what}: ${open} ${policy[open]}`);
  }
  if (!isFramed) assert.match(policy["form-action"] ?? "", /^'self'( https?:\/\/[^ *]+)?$/, what);
  // Structured data is not a script: browsers do not run it.
  const read = body.replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, "");
  assert.doesNotMatch(read, /<script|<style|\sstyle=|\son[a-z]+="|<iframe|<object|<embed|<base/i, what);
}

/** Parses a content security policy into its directives. */
const policyOf = (header: unknown): Record<string, string> =>
  Object.fromEntries(
    String(header)
      .split(";")
      .map((part) => part.trim().split(/ (.*)/s))
      .map(([name, value]) => [name!, value ?? ""]),
  );
