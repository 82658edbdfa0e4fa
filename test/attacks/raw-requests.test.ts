import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aLiveSite, type LiveSite } from "../support/worlds/live-site.ts";
import { sendRaw, statusesOf } from "./support/raw-connection.ts";

const evil = "evil.example.test";
const lines = (...head: string[]) => `${head.join("\r\n")}\r\n\r\n`;

const last = (...head: string[]) => lines(...head, "Connection: close");
const body = "grant_type=refresh_token&refresh_token=lrt_x&client_id=x";
const hidden = last("GET /docs/errors HTTP/1.1", "Host: HOST");
const post = (...headers: string[]) =>
  lines("POST /api/oauth/token HTTP/1.1", "Host: HOST", "Content-Type: application/x-www-form-urlencoded", ...headers);

void describe("a request that two servers can parse differently", () => {
  let live: LiveSite;
  before(async () => {
    live = await aLiveSite();
  });
  after(() => live.close());

  const send = (text: string) => sendRaw(live.origin, text.replaceAll("HOST", live.site.host));

  for (const [what, request] of [
    ["two lengths", `${post("Content-Length: 5", `Content-Length: ${body.length}`)}${body}`],
    ["a length and chunks", `${post(`Content-Length: 4`, "Transfer-Encoding: chunked")}0\r\n\r\n${hidden}`],
    ["chunks named twice", `${post("Transfer-Encoding: chunked", "Transfer-Encoding: identity")}0\r\n\r\n${hidden}`],
    ["chunks misspelt", `${post("Transfer-Encoding: xchunked")}0\r\n\r\n${hidden}`],
    ["chunks behind a space", `${post("Transfer-Encoding : chunked")}0\r\n\r\n${hidden}`],
    ["a length with a sign", `${post("Content-Length: +5")}${body}`],
    ["a length below zero", `${post("Content-Length: -1")}${hidden}`],
    ["a length in hexadecimal", `${post("Content-Length: 0x10")}${body}`],
    ["two lengths in one line", `${post("Content-Length: 5, 60")}${body}`],
    ["a folded header", post("X-One: 1\r\n Transfer-Encoding: chunked", "Content-Length: 0")],
    ["a zero byte in a header", post("X-One: a\0b", "Content-Length: 0")],
    ["a bare line feed", `GET /docs/errors HTTP/1.1\nHost: HOST\n\n`],
    ["a chunk with an invalid size", `${post("Transfer-Encoding: chunked")}zz\r\n${hidden}`],
    ["no host", last("GET /docs/errors HTTP/1.1")],
    ["an invalid header line", last("GET /docs/errors HTTP/1.1 HTTP/1.1", "Host: HOST")],
  ] as const) {
    void test(`with ${what} is rejected, and nothing after it is answered`, async () => {
      assert.deepEqual(statusesOf(await send(request)), [400]);
    });
  }

  void test("in a valid form is answered in order", async () => {
    const sound = `${post(`Content-Length: ${body.length}`)}${body}${hidden}`;
    assert.deepEqual(statusesOf(await send(sound)), [401, 200]);
  });

  void test("names one host: two are rejected, and an absolute target must name the same one", async () => {
    const ask = async (...head: string[]) => statusesOf(await send(last(...head)));
    assert.deepEqual(await ask("GET /docs/errors HTTP/1.1", "Host: HOST", "Host: HOST"), [400]);
    assert.deepEqual(await ask("GET /docs/errors HTTP/1.1", "host: HOST", `hosT: ${evil}`), [400]);
    assert.deepEqual(await ask(`GET http://${evil}/docs/errors HTTP/1.1`, "Host: HOST"), [400]);
    assert.deepEqual(await ask(`GET http://HOST/docs/errors HTTP/1.1`, `Host: ${evil}`), [400]);
    assert.deepEqual(await ask("GET http://HOST/docs/errors HTTP/1.1", "Host: HOST"), [200]);
    const form = await send(last("GET HTTP://HOST/sign-in?return_to=/account HTTP/1.1", "Host: HOST"));
    assert.match(form, /action="\/sign-in\?return_to=\/account"/);
  });

  void test("never makes the server use another host as its own", async () => {
    const requests = [
      last(`GET http://${evil}/sign-in HTTP/1.1`, "Host: HOST"),
      last(`GET http://${evil}/.well-known/openid-configuration HTTP/1.1`, "Host: HOST"),
      last(`GET https://${evil}/account HTTP/1.1`, "Host: HOST"),
      last(`GET http://HOST@${evil}/sign-in HTTP/1.1`, "Host: HOST"),
      last("GET /sign-in HTTP/1.1", "Host: HOST", `Host: ${evil}`),
      last("GET /sign-in HTTP/1.1", `Host: ${evil}`, "Host: HOST"),
      last("GET /sign-in HTTP/1.1", `Host: HOST@${evil}`),
      last("GET /sign-in HTTP/1.1", `Host: ${evil}#HOST`),
      last("GET /sign-in HTTP/1.1", `Host: HOST/${evil}`),
      last("GET /sign-in HTTP/1.1", `Host: HOST, ${evil}`),
      last("GET /sign-in HTTP/1.1", "Host: HOST", `X-Forwarded-Host: ${evil}`),
      last("GET /account HTTP/1.1", "Host: HOST", `X-Original-URL: http://${evil}/`, `X-Rewrite-URL: //${evil}/`),
      last("GET /.well-known/openid-configuration HTTP/1.1", "Host: HOST", `Forwarded: host=${evil};proto=https`),
      last("GET /api/oauth/userinfo HTTP/1.1", "Host: HOST", `X-Forwarded-Server: ${evil}`, `X-Host: ${evil}`),
      last(`GET //${evil}/account HTTP/1.1`, "Host: HOST"),
      last(`GET /\\${evil}/account HTTP/1.1`, "Host: HOST"),
      last(`GET ${evil}/account HTTP/1.1`, "Host: HOST"),
      last(`GET /account/..//${evil} HTTP/1.1`, "Host: HOST"),
      last(`GET /%2f%2f${evil}/ HTTP/1.1`, "Host: HOST"),
      last(`GET /admin//${evil} HTTP/1.1`, "Host: HOST"),
      last(`CONNECT ${evil}:443 HTTP/1.1`, `Host: ${evil}:443`),
    ];
    for (const request of requests) {
      const answer = await send(request);
      assert.doesNotMatch(answer, /^HTTP\/1\.1 5/m, request);
      for (const [, url] of answer.matchAll(/(?:location: |href="|action="|"https?:\/\/)([^"\r\n]*)/gi)) {
        assert.doesNotMatch(url!, /^(https?:)?[/\\]{0,2}[^/?]*evil/i, `${request}\n${answer}`);
      }
    }
  });
});
