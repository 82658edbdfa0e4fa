import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { cpuTime } from "../support/meters/cpu-time.ts";
import { aLiveSite, type LiveSite } from "../support/worlds/live-site.ts";
import { aSite, type ASite, httpsRedirect } from "../support/world.ts";
import { query } from "../oauth/support/ask.ts";
import { sendRaw, statusesOf } from "./support/raw-connection.ts";

const register = (site: ASite, payload: string) =>
  site.request("POST", "/api/oauth/register", { payload, headers: { "content-type": "application/json" } });

/** CPU milliseconds: far more than any response takes, far less than a backtracking pattern. */
const maxCpuTime = 3000;

async function inTime(what: string, ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  let answer!: LightMyRequestResponse;
  const milliseconds = await cpuTime(async () => {
    answer = await ask();
  });
  assert.ok(milliseconds < maxCpuTime, `${what} took ${Math.round(milliseconds)} ms`);
  assert.ok(answer.statusCode < 500, `${what} is ${answer.statusCode}: ${answer.body.slice(0, 300)}`);
  return answer;
}

/** Texts of this length that are slow for patterns, parsers or comparisons. */
const tiring = (length: number): string[] =>
  [
    "a",
    " ",
    "/",
    ".",
    "=",
    "&",
    "%",
    "%20",
    "%00",
    "(",
    "[",
    "-",
    "A-",
    "0",
    "1.",
    "@",
    "a@",
    "\\",
    "é",
    "a ",
    "openid ",
  ].map((piece) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length));

void describe("an oversized request", () => {
  let site: ASite;
  before(async () => {
    site = await aSite({ openSignUp: true });
  });

  void test("is rejected by its size at every endpoint that reads a body", async () => {
    const client = await site.register();
    const { refresh_token } = await site.connect(client, await site.member(), "openid");
    const padding = "x".repeat(70 * 1024);
    // Valid except for its size.
    const padded = await inTime("/api/oauth/token", () => site.refresh(client, refresh_token, { padding }));
    assert.match(padded.body, /too large/);
    assert.equal((await site.refresh(client, refresh_token)).statusCode, 200);
    const paths = ["/oauth/authorize", "/consent", "/sign-up", "/password/forgotten"].map(
      (path) => [path, padding] as const,
    );
    // The sign-in page carries a form that was submitted after the session ended.
    for (const [path, content] of [...paths, ["/sign-in", "x".repeat(200 * 1024)] as const]) {
      const answer = await inTime(path, () => site.postForm(path, { padding: content }));
      assert.equal(answer.statusCode, 413, path);
    }
    for (const path of ["/api/oauth/register", "/member/graphql"]) {
      const answer = await inTime(path, () => site.post(path, { a: "x".repeat(1100 * 1024) }));
      assert.ok([400, 401, 413].includes(answer.statusCode), `${path}: ${answer.statusCode}`);
    }
  });

  void test("is parsed in time within the size limit: text that makes patterns slow, in every field", async () => {
    const client = await site.operatorClient();
    const names = [
      "client_id",
      "redirect_uri",
      "scope",
      "state",
      "nonce",
      "code_challenge",
      "prompt",
      "max_age",
      "login_hint",
      "ui_locales",
      "resource",
      "id_token_hint",
    ];
    for (const text of tiring(15_000)) {
      for (const name of names) {
        const encoded = `${query(client, { [name]: undefined })}&${name}=${/[%&=]/.test(text) ? text : encodeURIComponent(text)}`;
        await inTime(`${name}=${text.slice(0, 12)}…`, () => site.get(`/oauth/authorize?${encoded.slice(0, 16_000)}`));
      }
    }
    for (const text of tiring(60_000)) {
      for (const path of ["/api/oauth/token", "/api/oauth/revoke", "/api/oauth/introspect"]) {
        for (const name of [
          "grant_type",
          "client_id",
          "client_secret",
          "code",
          "code_verifier",
          "refresh_token",
          "token",
          "scope",
          "resource",
        ]) {
          const rest = name === "grant_type" ? "" : "grant_type=refresh_token&";
          await inTime(`${path} ${name}=${text.slice(0, 12)}…`, () => site.postForm(path, `${rest}${name}=${text}`));
        }
      }
    }
  });

  void test("is parsed in time with very many parts: parameters, list elements, levels", async () => {
    for (const parameters of ["a&", "a=1&", "&", "=&", "resource=x&", "%61=1&"]) {
      for (const path of ["/api/oauth/token", "/oauth/authorize"]) {
        await inTime(`${path} ${parameters}`, () =>
          site.postForm(path, parameters.repeat(60_000 / parameters.length), { headers: { cookie: "a=b" } }),
        );
      }
    }
    const many = `[${`"${httpsRedirect}",`.repeat(20_000)}"x"]`;
    await inTime("redirect_uris", () => register(site, `{"redirect_uris":${many}}`));
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
      ['{"redirect_uris":[', "]}"],
    ] as const) {
      const levels = 100_000 / open.length;
      await inTime(open, () => register(site, `${open.repeat(levels)}1${close.repeat(levels)}`));
      await inTime(`${open}, left open`, () => register(site, open.repeat(levels)));
    }
    await inTime("members", () => register(site, `{${'"a":1,'.repeat(100_000)}"b":1}`));
  });

  void test("is parsed in time as a query: levels, fields, aliases, fragments, arguments", async () => {
    const { access_token } = await site.connect(await site.operatorClient(), await site.member(), "account:read");
    const queries = [
      "{".repeat(50_000),
      `{ viewer ${"{ a ".repeat(20_000)}${"}".repeat(20_000)} }`,
      `{ ${"viewer { id } ".repeat(20_000)} }`,
      `{ ${Array.from({ length: 20_000 }, (_, index) => `a${index}: viewer { id }`).join(" ")} }`,
      `query(${Array.from({ length: 20_000 }, (_, index) => `$a${index}: Int`).join(" ")}) { viewer { id } }`,
      `{ viewer { id ${"@skip(if: false) ".repeat(20_000)} } }`,
      `{ viewer(a: ${"[".repeat(50_000)}1) { id } }`,
      `${"fragment a on Viewer { id } ".repeat(10_000)} { viewer { id } }`,
      `{ viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }`,
      `"${"\\u0000".repeat(10_000)}"`,
      "#".repeat(100_000),
      " ".repeat(500_000),
    ];
    for (const text of queries) {
      await inTime(text.slice(0, 40), () => site.graphql(text, access_token));
    }
  });

  void test("is parsed in time with large headers", async () => {
    for (const text of tiring(12_000).filter((one) => /^[\x20-\x7e]+$/.test(one))) {
      for (const name of [
        "cookie",
        "authorization",
        "accept-language",
        "accept",
        "x-request-id",
        "access-control-request-headers",
      ]) {
        await inTime(`${name}: ${text.slice(0, 12)}…`, () => site.get("/sign-in", { headers: { [name]: text } }));
        await inTime(`${name}: ${text.slice(0, 12)}…`, () =>
          site.get("/api/oauth/userinfo", { headers: { [name]: `Bearer ${text}` } }),
        );
      }
    }
  });
});

void describe("an endless request", () => {
  let live: LiveSite;
  before(async () => {
    live = await aLiveSite();
  });
  after(() => live.close());

  void test("is rejected once its headers or its request line exceed the limit", async () => {
    const { host } = live.site;
    assert.deepEqual(
      statusesOf(await sendRaw(live.origin, `GET /${"x".repeat(40_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)),
      [431],
    );
    const headers = Array.from({ length: 3000 }, (_, index) => `X-${index}: y`).join("\r\n");
    assert.deepEqual(
      statusesOf(await sendRaw(live.origin, `GET / HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n\r\n`)),
      [431],
    );
  });
});
