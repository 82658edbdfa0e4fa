import { before, describe, test } from "node:test";
import type { TestBrowser } from "../support/browser-session.ts";
import { anInhabitedSite, type InhabitedSite } from "../support/worlds/inhabited-site.ts";
import { routesOfTheRouter } from "../support/worlds/routes.ts";
import { authorizeUrl } from "../support/world.ts";
import { formsOf, everyPage } from "./support/every-page.ts";
import { assertHarmless } from "./support/harmless.ts";
import { fewEncoded, hostileTexts } from "./support/hostile.ts";
import { sampled } from "../support/thorough.ts";

// The operator API is fuzzed in test/rest.
const routes = (await routesOfTheRouter()).filter((route) => !route.includes(" /api/v1/"));

/** Known parameter names, in addition to those of every form of the pages. */
const known = [
  "response_type client_id redirect_uri scope state nonce prompt max_age login_hint id_token_hint ui_locales resource",
  "code_challenge code_challenge_method request request_uri response_mode claims",
  "grant_type code code_verifier refresh_token client_secret token token_type_hint access_token",
  "return_to authorization signed_out done email password csrf member_id decision",
  "q cursor after before first page limit sort order action filter",
].flatMap((line) => line.split(" "));

const part = (disposition: string, content = "") => `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${content}`;
/** Multipart forms that are truncated, malformed, or have missing or dangerous field names. */
const brokenUploads = [
  "",
  "\0",
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

const inEach = (names: readonly string[], value: string) => names.map((name) => `${name}=${value}`).join("&");

void describe("no input", () => {
  let inhabited: InhabitedSite;
  let names: string[];
  let looking: Awaited<ReturnType<typeof anAskedBrowser>>;
  let addresses = 0;

  before(async () => {
    inhabited = await anInhabitedSite("Fuzzleton");
    // The reference has no form of its own.
    const except = /^\/docs(?:\/|$)/;
    const pages = await everyPage(await aBrowser(), ["/account", "/admin", "/", "/sign-in"], { except });
    const ofForms = pages.flatMap(formsOf).flatMap(({ fields }) => Object.keys(fields));
    names = [...new Set([...known, ...ofForms])];
    looking = await anAskedBrowser();
  });

  const aBrowser = () => inhabited.site.signedIn(inhabited.member);

  /** A browser at a consent page, with the form token of that page. */
  async function anAskedBrowser() {
    const browser = await aBrowser();
    const page = await browser.open(authorizeUrl(inhabited.client, { prompt: "consent" }).url);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    const authorization = /authorization=(aut_\w+)/.exec(page.address)![1]!;
    return { browser, csrf, authorization };
  }

  /** Uses a new client address each time, so that rate limits do not hide errors. */
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

  for (const route of sampled(routes, 60, 3)) {
    void test(`makes ${route} fail, or is reflected as markup or as a header`, async () => {
      const [method, pattern] = route.split(" ") as [string, string];
      // GET requests change nothing, so that they can share a browser.
      const { browser, csrf, authorization } = method === "GET" ? looking : await anAskedBrowser();
      const typed = names.filter((name) => name !== "csrf" && name !== "authorization");
      for (const value of fewEncoded) {
        const path = pattern.replaceAll(/:\w+|\*/g, value);
        assertHarmless(await send(method, `${path}?${inEach(names, value)}`, undefined, undefined, browser));
        if (method === "GET") continue;
        // With a valid form token, because a forged form is rejected earlier.
        const form = `csrf=${csrf}&${inEach(typed, value)}`;
        const type = "application/x-www-form-urlencoded";
        assertHarmless(await send(method, `${path}?authorization=${authorization}`, form, type, browser));
      }
      if (method === "GET" || method === "OPTIONS") return;
      for (const text of hostileTexts) {
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
