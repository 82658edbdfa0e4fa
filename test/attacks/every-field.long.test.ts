import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { anInhabitedSite, type InhabitedSite } from "../support/worlds/inhabited-site.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { csrfOf } from "../support/isolation/attempt.ts";
import { authorizeUrl, encode, loopbackRedirect } from "../support/world.ts";
import { query } from "../oauth/support/ask.ts";
import { type AForm, everyPage, formsOf } from "./support/every-page.ts";
import { assertHarmless } from "./support/harmless.ts";
import { encoded, fewEncoded, hostileTexts } from "./support/hostile.ts";

const open: Partial<SiteSettings> = { betaFeatures: ["mcp_connections"], openSignUp: true };

/** JSON values in place of a text. */
const values: readonly unknown[] = [
  ...hostileTexts.flatMap((text) => [text, [text]]),
  ...["\0", "\ud800", "__proto__"].flatMap((text) => [text, [[text]], { [text]: text }]),
  "a\udfff",
  null,
  true,
  -1e21,
];

/** One of the many checkboxes of a list, such as `scope.openid`. */
const unlike = (names: readonly string[]): string[] => [
  ...new Map(names.map((name) => [name.split(".")[0], name])).values(),
];

/** Encodes the fields, replacing one with a percent-encoded value. */
const replaced = (fields: Record<string, string | undefined>, name: string, value: string): string =>
  `${encode({ ...fields, [name]: undefined })}&${encodeURIComponent(name)}=${value}`;

let turn = 0;

/** A quarter of the values, and the next one for the next field: forms share the code that reads their fields. */
const aQuarterOf = (all: readonly string[]): string[] => {
  turn += 1;
  return all.filter((_value, index) => index % 4 === turn % 4);
};

void describe("no field of a valid request causes a server error or is reflected as markup or as a header", () => {
  let inhabited: InhabitedSite;
  let browser: TestBrowser;
  let forms: AForm[];
  let addresses = 0;

  before(async () => {
    inhabited = await anInhabitedSite("Fieldfare");
    await inhabited.site.set(open);
    browser = await inhabited.site.signedIn(inhabited.member);
    const starts = ["/account", "/admin", authorizeUrl(inhabited.client, { prompt: "consent" }).url];
    const pages = await everyPage(browser, starts);
    const outside = ["/sign-in", "/sign-up", "/password/forgotten"];
    const all = [...pages, ...(await everyPage(inhabited.site.browser(), outside))].flatMap(formsOf);
    // One form per path pattern is enough.
    forms = [...new Map(all.map((form) => [form.action.replaceAll(/_[0-9a-z]{26}/g, ""), form])).values()];
  });

  const anOwner = async () => inhabited.site.signedIn(await inhabited.site.member({ roles: ["owner"] }));

  /** Uses a new client address each time, so that rate limits do not hide errors. */
  function post(url: string, payload: string, by?: TestBrowser): Promise<LightMyRequestResponse> {
    addresses += 1;
    const cookie = by && [...by.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return inhabited.site.postForm(url, payload, {
      remoteAddress: `198.51.${(addresses >> 8) & 255}.${addresses & 255}`,
      headers: { accept: "text/html", ...(cookie !== undefined && { cookie }) },
    });
  }

  void test("No parameter of an authorization request causes a server error or is reflected as markup", async () => {
    const sound = Object.fromEntries(
      new URLSearchParams(
        query(inhabited.client, {
          resource: inhabited.site.origin,
          nonce: "n",
          prompt: "login",
          max_age: "5",
          login_hint: "ana@example.test",
          ui_locales: "en",
          id_token_hint: inhabited.tokens.id_token,
        }),
      ),
    );
    for (const name of Object.keys(sound)) {
      for (const value of encoded) {
        const answer = await browser.request("GET", `/oauth/authorize?${replaced(sound, name, value)}`);
        assertHarmless(answer);
        const location = answer.headers.location ?? "/";
        const { origin } = new URL(location, inhabited.site.origin);
        const own = [inhabited.site.origin, new URL(inhabited.client.redirectUri).origin];
        assert.ok(own.includes(origin), `${name}=${value} leads to ${location}`);
      }
    }
  });

  void test("No field of a machine request causes a server error or is reflected as markup", async () => {
    const { site, client, confidential, code, verifier, tokens, confidentialTokens } = inhabited;
    const secret = { client_id: confidential.clientId, client_secret: confidential.clientSecret };
    const requests: [url: string, fields: Record<string, string | undefined>][] = [
      [
        "/api/oauth/token",
        {
          grant_type: "authorization_code",
          code,
          redirect_uri: client.redirectUri,
          client_id: client.clientId,
          code_verifier: verifier,
          resource: site.origin,
        },
      ],
      [
        "/api/oauth/token",
        { grant_type: "refresh_token", refresh_token: confidentialTokens.refresh_token, scope: "openid", ...secret },
      ],
      ["/api/oauth/revoke", { token: "lat_x", token_type_hint: "access_token", client_id: client.clientId }],
      ["/api/oauth/introspect", { token: tokens.access_token, token_type_hint: "access_token", ...secret }],
    ];
    for (const [url, fields] of requests) {
      for (const name of Object.keys(fields)) {
        for (const value of encoded) assertHarmless(await post(url, replaced(fields, name, value)));
      }
    }
  });

  void test("No value of any type in a registration or a query causes a server error", async () => {
    const sound = {
      client_name: "Reader",
      redirect_uris: [loopbackRedirect],
      token_endpoint_auth_method: "none",
      application_type: "native",
      scope: "openid",
    };
    const bodies: [url: string, body: object, bearer?: string][] = [
      ["/api/oauth/register", sound],
      [
        "/member/graphql",
        { query: "{ viewer { id } }", operationName: null, variables: {} },
        inhabited.tokens.access_token,
      ],
    ];
    for (const [url, body, bearer] of bodies) {
      for (const name of Object.keys(body)) {
        for (const value of values) {
          addresses += 1;
          const remoteAddress = `198.51.${(addresses >> 8) & 255}.${addresses & 255}`;
          assertHarmless(await inhabited.site.post(url, { ...body, [name]: value }, { bearer, remoteAddress }));
        }
      }
    }
  });

  void test("No form field of any page causes a server error or is reflected as markup", async () => {
    assert.ok(forms.length >= 10, "No forms were found.");
    for (const { action, fields } of forms) {
      // Restores settings and sessions that the previous form changed.
      await inhabited.site.set(open);
      assert.equal((await browser.open("/admin")).status, 200);
      for (const name of unlike(Object.keys(fields))) {
        // The session must survive for the next form.
        if (action.startsWith("/sign-out") || name === "csrf") continue;
        const isOutside = /^\/(sign-in|sign-up|password)/.test(action);
        const asksForPassword = "password" in fields || "current" in fields;
        // Each wrong password delays the next attempt of the same person.
        const by = isOutside ? undefined : "current" in fields ? await anOwner() : browser;
        const sent = by && by !== browser ? { ...fields, csrf: csrfOf(await by.open("/account")) } : fields;
        // Passwords are slow to hash.
        for (const value of asksForPassword ? fewEncoded.slice(0, 4) : aQuarterOf(encoded)) {
          assertHarmless(await post(action, replaced(sent, name, value), by));
        }
      }
    }
  });
});
