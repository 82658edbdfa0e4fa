import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import type { TestBrowser } from "../support/browser-session.ts";
import { anInhabitedSite, type InhabitedSite } from "../support/inhabited-site.ts";
import { routesOfTheRouter } from "../support/routes.ts";
import { authorizeUrl } from "../support/world.ts";
import { formsOf, everyPage } from "./support/every-page.ts";
import { encoded, hostileTexts } from "./support/hostile.ts";

const routes = await routesOfTheRouter();

/** Names that something reads somewhere, those of every form of the pages besides. */
const known = [
  "response_type client_id redirect_uri scope state nonce prompt max_age login_hint id_token_hint ui_locales resource",
  "code_challenge code_challenge_method request request_uri response_mode claims",
  "grant_type code code_verifier refresh_token client_secret token token_type_hint access_token",
  "return_to authorization signed_out done email password csrf member_id decision",
  "q cursor after before first page limit sort order action filter",
].flatMap((line) => line.split(" "));
const registration = ["client_name", "redirect_uris", "token_endpoint_auth_method", "application_type", "scope"];

const part = (disposition: string, content = "") => `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${content}`;
/** Forms with a file that are cut short, are none, or whose fields have no name or a dangerous one. */
const brokenUploads = [
  ...hostileTexts,
  "--x",
  "--x\r\n",
  "--x--\r\n",
  part('form-data; name="csrf"', "cut short"),
  part('form-data; name="logo"; filename="a.png"', "cut short"),
  part("form-data", "no name\r\n--x--\r\n"),
  part("form-data; name=__proto__", "y\r\n--x--\r\n"),
  part(`form-data; name="${"n".repeat(500)}"`, "y\r\n--x--\r\n"),
  part('form-data; name="logo"; filename="../../etc/passwd\0.png"', "\0\r\n--x--\r\n"),
  `${part('form-data; name="a"', "b\r\n").repeat(200)}--x--\r\n`,
];

void describe("no input whatever", () => {
  let inhabited: InhabitedSite;
  let names: string[];
  let addresses = 0;

  before(async () => {
    inhabited = await anInhabitedSite("Fuzzleton");
    const pages = await everyPage(await aBrowser(), ["/account", "/admin", "/", "/sign-in"]);
    const ofForms = pages.flatMap(formsOf).flatMap(({ fields }) => Object.keys(fields));
    names = [...new Set([...known, ...ofForms])];
  });

  const aBrowser = () => inhabited.site.signedIn(inhabited.member);

  /** Seen from another address each time, so that no limit hides what stands behind it. */
  const send = (method: string, url: string, payload?: string, contentType?: string, browser?: TestBrowser) => {
    addresses += 1;
    const cookie = browser && [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return inhabited.site.request(method as "GET", url, {
      ...(payload !== undefined && { payload }),
      remoteAddress: `198.51.${(addresses >> 8) & 255}.${addresses & 255}`,
      headers: {
        accept: "text/html,application/json",
        ...(contentType !== undefined && { "content-type": contentType }),
        ...(cookie !== undefined && { cookie }),
      },
    });
  };

  for (const route of routes) {
    void test(`makes ${route} fail, or come back as markup or as a header`, async () => {
      const [method, pattern] = route.split(" ") as [string, string];
      const browser = await aBrowser();
      const page = await browser.open(authorizeUrl(inhabited.client, { prompt: "consent" }).url);
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
      const authorization = /authorization=(aut_\w+)/.exec(page.address)![1]!;

      for (const value of encoded) {
        const path = pattern.replaceAll(/:\w+|\*/g, value);
        const everything = names.map((name) => `${name}=${value}`).join("&");
        const one = known[encoded.indexOf(value) % known.length]!;
        assertHarmless(await send(method, `${path}?${everything}`, undefined, undefined, browser));
        assertHarmless(await send(method, `${path}?${one}=${value}&authorization=${authorization}`));
        if (method !== "POST") continue;
        const form = "application/x-www-form-urlencoded";
        assertHarmless(await send(method, path, everything, form, browser));
        const sound = names.filter((name) => name !== "csrf" && name !== "authorization");
        const believed = `csrf=${csrf}&${sound.map((name) => `${name}=${value}`).join("&")}`;
        assertHarmless(await send(method, `${path}?authorization=${authorization}`, believed, form, browser));
      }
      if (method !== "POST") return;
      for (const text of hostileTexts) {
        for (const value of [text, [text], [[text]], { [text]: text }, null, true, 1e21]) {
          const fields = Object.fromEntries([...registration, "query", "variables"].map((name) => [name, value]));
          assertHarmless(await send(method, pattern, JSON.stringify(fields), "application/json"));
        }
        assertHarmless(await send(method, pattern, text, "application/json"));
        assertHarmless(await send(method, pattern, text, "application/x-www-form-urlencoded"));
      }
      for (const payload of brokenUploads) {
        assertHarmless(await send(method, pattern, payload, "multipart/form-data; boundary=x", browser));
      }
      assertHarmless(await send(method, pattern, "--x--", "multipart/form-data", browser));
    });
  }
});

function assertHarmless({ statusCode, headers, body, raw }: LightMyRequestResponse): void {
  const asked = `${raw.req.method} ${raw.req.url?.slice(0, 200)}`;
  assert.ok(statusCode < 500, `${asked} is ${statusCode}: ${body.slice(0, 500)}`);
  assert.ok(!("planted" in headers) && !JSON.stringify(headers["set-cookie"] ?? "").includes("planted"), asked);
  if (!String(headers["content-type"]).startsWith("text/html")) return;
  assert.doesNotMatch(body, /<script|<svg onload|<img src=x|href="javascript:/i, asked);
}
