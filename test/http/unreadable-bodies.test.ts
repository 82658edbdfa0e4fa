import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorOf, problemOf } from "../rest/support/operator.ts";
import { aSite, loopbackRedirect } from "../support/world.ts";

const json = { "content-type": "application/json" };

void test("A field that reaches a prototype is rejected at every address that reads JSON", async () => {
  const site = await aSite();
  const { bearer: staff } = await operatorOf(site, "courses:read courses:write");
  const { access_token: own } = await site.connect(await site.operatorClient(), await site.member(), "account:read");
  for (const [url, bearer, rest] of [
    ["/api/v1/courses", staff, { name: "Knots" }],
    ["/api/oauth/register", undefined, { redirect_uris: [loopbackRedirect] }],
    ["/member/graphql", own, { query: "{ viewer { id } }" }],
    ["/mcp", undefined, { jsonrpc: "2.0", id: 1, method: "ping" }],
  ] as const) {
    for (const forbidden of [
      '"__proto__":{"x":1}',
      '"constructor":{"prototype":{}}',
      '"metadata":{"__proto__":null}',
    ]) {
      const payload = `{${forbidden},${JSON.stringify(rest).slice(1)}`;
      const headers = { ...json, accept: "application/json, text/event-stream" };
      const answer = await site.request("POST", url, { bearer, payload, headers });
      assert.equal(answer.statusCode, 400, `${url}: ${answer.body}`);
      assert.match(answer.body, /The body has a field called __proto__/, url);
    }
    const broken = await site.request("POST", url, { bearer, payload: '{"__proto__":', headers: json });
    assert.equal(broken.statusCode, 400);
    assert.doesNotMatch(broken.body, /__proto__/, url);
  }
});

const part = (name: string, filename: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\nx\r\n`;
const field = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`;

void test("A file that is not sent as a multipart form is rejected with an explanation", async () => {
  const site = await aSite();
  const { bearer } = await operatorOf(site, "storage:write");
  const send = async (payload: string, type: string) =>
    problemOf(await site.request("POST", "/api/v1/files", { bearer, payload, headers: { "content-type": type } }));

  const text = await send("Low at noon", "text/plain");
  assert.deepEqual([text.status, text.code], [415, "unsupported_media_type"]);
  assert.match(text.detail, /part `file` of multipart\/form-data, or from_url as application\/json/);

  const form = (...parts: string[]) => send(`${parts.join("")}--b--\r\n`, "multipart/form-data; boundary=b");
  const two = await form(part("file", "a.txt"), part("file", "b.txt"));
  assert.deepEqual([two.status, two.code], [400, "invalid_request"]);
  assert.match(two.detail, /several files\. Send one file per request/);
  const many = await form(part("file", "a.txt"), ...Array.from({ length: 25 }, (_, index) => field(`f${index}`)));
  assert.deepEqual([many.status, many.code], [400, "invalid_request"]);
  assert.match(many.detail, /too many parts/);
  const named = await form(part("file", "a.txt"), field("__proto__"));
  assert.deepEqual([named.status, named.code], [400, "invalid_request"]);
  assert.match(named.detail, /a part with an unknown name/);
});
