import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { LightMyRequestResponse } from "fastify";
import { operatorOf } from "../rest/support/operator.ts";
import { multipartBody } from "./support/multipart-body.ts";
import { aSite, type ASite, loopbackRedirect } from "../support/world.ts";

interface Surface {
  name: string;
  url: string;
  type: string;
  /** A readable body with the text `é`. */
  body: string;
  bearer?: string | undefined;
  /** The message of an error. */
  messageOf: (response: LightMyRequestResponse) => string | undefined;
}

const problem = (response: LightMyRequestResponse) => {
  assert.match(String(response.headers["content-type"]), /^application\/problem\+json/);
  return response.json<{ detail: string }>().detail;
};
const oauth = (response: LightMyRequestResponse) => response.json<{ error_description: string }>().error_description;
const graphql = (response: LightMyRequestResponse) =>
  response.json<{ errors: { message: string }[] }>().errors[0]!.message;
const rpc = (response: LightMyRequestResponse) => response.json<{ error: { message: string } }>().error.message;
const page = (response: LightMyRequestResponse) => {
  assert.match(String(response.headers["content-type"]), /^text\/html/);
  return response.body.replaceAll(/<[^>]*>/g, " ");
};

const [json, form] = ["application/json", "application/x-www-form-urlencoded"];
let site: ASite;
let surfaces: Surface[];

before(async () => {
  site = await aSite();
  const { bearer } = await operatorOf(site, "courses:read courses:write storage:write");
  const { access_token: own } = await site.connect(await site.operatorClient(), await site.member(), "account:read");
  const messageOf = oauth;
  surfaces = [
    { name: "operator API", url: "/api/v1/courses", type: json, body: '{"name":"é"}', bearer, messageOf: problem },
    {
      name: "file of the operator API",
      url: "/api/v1/files",
      type: "multipart/form-data; boundary=b",
      body: multipartBody("é", "tide"),
      bearer,
      messageOf: problem,
    },
    {
      name: "Member API",
      url: "/member/graphql",
      type: json,
      body: '{"query":"{viewer{id}} # é"}',
      bearer: own,
      messageOf: graphql,
    },
    { name: "MCP", url: "/mcp", type: json, body: '{"jsonrpc":"2.0","id":"é","method":"ping"}', messageOf: rpc },
    {
      name: "client registration",
      url: "/api/oauth/register",
      type: json,
      body: JSON.stringify({ redirect_uris: [loopbackRedirect], client_name: "é" }),
      messageOf,
    },
    { name: "token endpoint", url: "/api/oauth/token", type: form, body: "grant_type=é", messageOf },
    { name: "revocation", url: "/api/oauth/revoke", type: form, body: "token=é", messageOf },
    { name: "introspection", url: "/api/oauth/introspect", type: form, body: "token=é", messageOf },
    { name: "sign-in page", url: "/sign-in", type: form, body: "email=é", messageOf: page },
    { name: "sign-up page", url: "/sign-up", type: form, body: "name=é", messageOf: page },
  ];
});

const send = (
  { url, type, bearer }: Surface,
  payload: string | Buffer,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  site.request("POST", url, {
    bearer,
    payload,
    headers: { accept: "application/json, text/event-stream, text/html", "content-type": type, ...headers },
  });

void describe("Every surface that reads a body", () => {
  void test("rejects bytes that are not UTF-8, and stores no replacement for them", async () => {
    for (const surface of surfaces) {
      const broken = Buffer.from(surface.body.replace("é", "?"));
      broken[broken.indexOf("?")] = 0xe9;
      const answer = await send(surface, broken);
      assert.equal(answer.statusCode, 400, `${surface.name}: ${answer.body}`);
      assert.match(surface.messageOf(answer) ?? "", /is not valid UTF-8\. Encode its text as UTF-8\./, surface.name);
      if (surface.type !== form) continue;
      const encoded = await send(surface, surface.body.replace("é", "%E9"));
      assert.equal(encoded.statusCode, 400, surface.name);
      assert.match(surface.messageOf(encoded) ?? "", /The form is not valid UTF-8/, surface.name);
    }
  });

  void test("rejects another charset, and accepts UTF-8 by its names", async () => {
    for (const surface of surfaces) {
      for (const charset of ["iso-8859-1", '"UTF-16"', "Big5", "us-ascii"]) {
        const answer = await send(surface, surface.body, { "content-type": `${surface.type}; Charset=${charset}` });
        assert.equal(answer.statusCode, 415, `${surface.name}: ${answer.body}`);
        assert.match(surface.messageOf(answer) ?? "", /declares another charset than UTF-8/, surface.name);
      }
      const plain = await send(surface, surface.body);
      for (const charset of ["utf-8", '"UTF-8"', "utf8"]) {
        const answer = await send(surface, surface.body, { "content-type": `${surface.type}; charset=${charset}` });
        assert.equal(answer.statusCode, plain.statusCode, surface.name);
      }
    }
  });

  void test("rejects a content coding before the body is read, and names what it accepts", async () => {
    for (const surface of surfaces) {
      for (const coding of ["gzip", "br, identity", "unknown"]) {
        const answer = await send(surface, gzipSync(surface.body), { "content-encoding": coding });
        assert.equal(answer.statusCode, 415, `${surface.name}: ${answer.body}`);
        assert.equal(answer.headers["accept-encoding"], "identity", surface.name);
        assert.match(surface.messageOf(answer) ?? "", /Content-Encoding\. Send it without compression/, surface.name);
      }
      const plain = await send(surface, surface.body);
      const identity = await send(surface, surface.body, { "content-encoding": "Identity" });
      assert.equal(identity.statusCode, plain.statusCode, surface.name);
    }
  });

  void test("rejects another media type with the accepted one", async () => {
    for (const surface of surfaces) {
      for (const type of ["application/xml", "text/plain", "multipart/mixed; boundary=b", "nonsense"]) {
        const answer = await send(surface, "<x/>", { "content-type": type });
        // RFC 6749 §5.2
        const expected = surface.url.startsWith("/api/oauth/") ? 400 : 415;
        assert.equal(answer.statusCode, expected, `${surface.name} ${type}: ${answer.body}`);
        assert.match(surface.messageOf(answer) ?? "", /Send /, surface.name);
        assert.doesNotMatch(answer.body, /FST_|Unsupported Media Type/, surface.name);
      }
    }
  });

  void test("does not judge the type and coding of a request without content", async () => {
    for (const surface of surfaces) {
      const none = await site.request("POST", surface.url, { bearer: surface.bearer });
      for (const type of [surface.type, "application/xml", "nonsense; charset=latin1"]) {
        const headers = { "content-type": type, "content-encoding": "gzip", "content-length": "0" };
        const answer = await site.request("POST", surface.url, { bearer: surface.bearer, headers });
        assert.equal(answer.statusCode, none.statusCode, `${surface.name} ${type}: ${answer.body}`);
        assert.doesNotMatch(answer.body, /FST_/, surface.name);
      }
    }
  });
});

void test("Events of payment providers must be UTF-8 without a content coding", async () => {
  for (const [headers, status, message] of [
    [{}, 400, /not valid UTF-8/],
    [{ "content-encoding": "gzip" }, 415, /Content-Encoding/],
  ] as const) {
    const payload = Buffer.from('{"name":"\xe9"}', "latin1");
    const answer = await site.request("POST", "/payments/stripe/events", { payload, headers });
    assert.equal(answer.statusCode, status, answer.body);
    assert.match(problem(answer), message);
  }
});

void test("A byte order mark before JSON is ignored", async () => {
  for (const surface of surfaces.filter(({ type }) => type === json)) {
    const [plain, marked] = [await send(surface, surface.body), await send(surface, `\uFEFF${surface.body}`)];
    assert.equal(marked.statusCode, plain.statusCode, `${surface.name}: ${marked.body}`);
  }
});

void test("A field that JSON has twice is rejected, at any depth and length", async () => {
  for (const surface of surfaces.filter(({ type }) => type === json)) {
    const fields = surface.body.slice(1, -1);
    const filler = `"x":"${"y".repeat(70_000)}"`;
    for (const twice of [
      '"a":1,"a":2',
      '"a":{"b":[{"c":1,"d":"}{","c":1}]}',
      '"a":1,"\\u0061":1',
      `${filler},${filler}`,
    ]) {
      const answer = await send(surface, `{${fields},${twice}}`);
      assert.equal(answer.statusCode, 400, `${surface.name}: ${answer.body}`);
      assert.match(surface.messageOf(answer) ?? "", /The body has the field .* twice\. Send it once/, surface.name);
    }
  }
  const { url, bearer } = surfaces[2]!;
  const payload =
    '{"query":"query($a:Int,$b:Int){viewer{id}} # é","variables":{"a":1,"b":{"a":1}},"extensions":{"a":[{"a":1},{"a":1}]}}';
  const answer = await site.request("POST", url, { bearer, payload, headers: { "content-type": json } });
  assert.doesNotMatch(answer.body, /twice/);
});

void test("A text that cannot be stored is rejected, or has no effect", async () => {
  for (const surface of surfaces.filter(({ type }) => type === json)) {
    for (const escape of ["\\u0000", "\\ud800", "\\udc00x", "\\ud83d"]) {
      const answer = await send(surface, surface.body.replace("é", escape));
      assert.ok(answer.statusCode < 500, `${surface.name} ${escape}: ${answer.body}`);
      assert.ok(!answer.body.includes("\uFFFD"), `${surface.name}: ${answer.body}`);
    }
  }
  for (const surface of surfaces.filter(({ type }) => type === form)) {
    const answer = await send(surface, surface.body.replace("é", "%00"));
    assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${surface.name}: ${answer.body}`);
  }
});

void test("A text in the arguments of MCP that cannot be stored is rejected with the ID of the request", async () => {
  const body = String.raw`{"jsonrpc":"2.0","id":"\ud800","method":"tools/call","params":{"name":"search","arguments":{"query":"\u0000"}}}`;
  const answer = await send(
    surfaces.find(({ name }) => name === "MCP")!,
    body,
  );
  assert.equal(answer.statusCode, 400, answer.body);
  assert.ok(answer.body.includes(String.raw`"id":"\ud800"`), answer.body);
  assert.match(rpc(answer), /U\+0000 or a lone surrogate/);
});

void test("A query or path with percent-encoded bytes that are not UTF-8 is rejected in the format of the surface", async () => {
  const [operator, , member] = surfaces;
  const cases: [url: string, bearer: string | undefined, messageOf: Surface["messageOf"], accept: string][] = [
    ["/api/v1/courses?name=%E9", operator!.bearer, problem, json],
    ["/api/v1/courses/%E9", operator!.bearer, problem, json],
    ["/member/graphql?query=%7Bviewer%7Bid%7D%7D&operationName=%FF", member!.bearer, graphql, json],
    ["/member/graphql%FF", member!.bearer, graphql, json],
    ["/mcp%FF", undefined, rpc, json],
    ["/api/oauth/jwks?x=%C3%28", undefined, oauth, json],
    ["/api/oauth/jwks%FF", undefined, oauth, json],
    ["/courses?q=%A7", undefined, page, "text/html"],
    ["/courses/%A7", undefined, page, "text/html"],
    ["/sign-in?return_to=%FF", undefined, page, "text/html"],
  ];
  for (const [url, bearer, messageOf, accept] of cases) {
    const answer = await site.get(url, { bearer, headers: { accept } });
    assert.equal(answer.statusCode, 400, `${url}: ${answer.body}`);
    assert.match(messageOf(answer) ?? "", /UTF-8/, url);
  }
  assert.equal((await site.get("/courses.md?q=%A7")).statusCode, 400);
  assert.equal((await site.get("/courses?q=%E6%BD%AE%00x%ZZ")).statusCode, 200);
});
