import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AddressInfo } from "node:net";
import { sendRaw } from "../attacks/support/raw-connection.ts";
import { anOperator, operatorOf } from "../rest/support/operator.ts";
import { routesOfTheRouter } from "../support/worlds/routes.ts";
import { aSite, type ASite, buildProcess } from "../support/world.ts";

/** An application that listens, because these requests never reach one that is called directly. */
const process = buildProcess();
let origin: string;
let site: ASite;
let bearer: string;

before(async () => {
  await process.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(process.server.address() as AddressInfo).port}`;
  site = await aSite();
  // Some tests request every address within a minute.
  await site.set({ apiRequestsPerMinute: 100_000 });
  ({ bearer } = await operatorOf(site, "courses:read courses:write"));
});
after(() => process.close());

/** Sends lines with the host of the site, and returns the status, the headers and the body. */
async function send(request: string, headers: readonly string[] = [], body = "") {
  const lines = [request, `host: ${new URL(site.origin).host}`, "connection: close", ...headers];
  const answer = await sendRaw(origin, `${lines.join("\r\n")}\r\n\r\n${body}`);
  const [head = "", rest = ""] = answer.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, "").split(/\r\n\r\n(.*)/s);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head: head.toLowerCase(), body: rest };
}

void describe("A request that Node.js would answer itself", () => {
  void test("gets an error of this server, and its connection is closed", async () => {
    for (const [request, headers, status] of [
      ["GET / HTTP/9.9", [], 400],
      ["G\x01T / HTTP/1.1", [], 400],
      ["GET / HTTP/1.1", ["content-length: 1", "transfer-encoding: chunked"], 400],
      ["POST /mcp HTTP/1.1", ["content-length: x"], 400],
      ["GET / HTTP/1.1", [`x: ${"a".repeat(60_000)}`], 431],
      [`GET /${"a".repeat(60_000)} HTTP/1.1`, [], 431],
      ["CONNECT example.com:443 HTTP/1.1", [], 405],
    ] as const) {
      const answer = await send(request, headers);
      assert.equal(answer.status, status, `${request.slice(0, 40)}: ${answer.head}`);
      assert.match(answer.head, /content-type: application\/json; charset=utf-8/);
      assert.match(answer.head, /connection: close/);
      const { error_description: description } = JSON.parse(answer.body) as { error_description: string };
      assert.ok(description.length > 20, request);
      if (status === 405) assert.match(answer.head, /allow: get, head, post/);
    }
  });

  void test("is handled as usual with an unknown expectation or an upgrade", async () => {
    for (const headers of [["expect: 200-ok"], ["expect: 100-continue"], ["connection: upgrade", "upgrade: h2c"]]) {
      const answer = await send("GET /api/oauth/jwks HTTP/1.1", headers);
      assert.equal(answer.status, 200, `${headers.join()}: ${answer.head}`);
    }
  });

  void test("gets an empty chunked body judged as no body", async () => {
    for (const [path, status, headers] of [
      ["/api/v1/courses/none/publish", 404, [`authorization: Bearer ${bearer}`]],
      ["/api/oauth/userinfo", 401, []],
    ] as const) {
      for (const type of ["application/json", "application/xml"]) {
        const sent = ["transfer-encoding: chunked", `content-type: ${type}`, ...headers];
        assert.equal((await send(`POST ${path} HTTP/1.1`, sent, "0\r\n\r\n")).status, status, `${path} ${type}`);
      }
    }
    const sent = ["transfer-encoding: chunked", "content-type: application/xml", `authorization: Bearer ${bearer}`];
    assert.equal((await send("POST /api/v1/courses HTTP/1.1", sent, "4\r\n<x/>\r\n0\r\n\r\n")).status, 415);
    const json = ["transfer-encoding: chunked", "content-type: application/json", `authorization: Bearer ${bearer}`];
    const made = await send("POST /api/v1/courses HTTP/1.1", json, '8\r\n{"name":\r\n8\r\n"Knots"}\r\n0\r\n\r\n');
    assert.equal(made.status, 201, made.body);
  });

  void test("evaluates conditions at the documents that are sent without the application", async () => {
    for (const path of ["/api/oauth/jwks", "/.well-known/oauth-authorization-server"]) {
      assert.equal((await send(`GET ${path} HTTP/1.1`)).status, 200);
      assert.equal((await send(`GET ${path} HTTP/1.1`, ['if-match: "other"'])).status, 412, path);
      assert.equal((await send(`GET ${path} HTTP/1.1`, ["if-none-match: *"])).status, 304, path);
    }
  });
});

const pathOf = (route: string) =>
  route.replace(/^\w+ /, "").replaceAll(/:\w+/g, "some-thing").replace("*", "some/thing");

void describe("Every address", () => {
  let addresses: string[];
  /** Those with a GET. */
  let routes: string[];
  before(async () => {
    const all = await routesOfTheRouter();
    addresses = [...new Set(all.map(pathOf))];
    routes = all.filter((route) => route.startsWith("GET ")).map(pathOf);
    assert.ok(addresses.length > 250);
  });

  void test("responds to OPTIONS with its methods, also if the request has a body", async () => {
    for (const address of addresses) {
      for (const headers of [{}, { "content-type": "application/json" }, { "content-type": "nonsense" }]) {
        const answer = await site.request("OPTIONS", address, { headers, payload: "type" in headers ? "{" : "" });
        assert.equal(answer.statusCode, 204, `${address}: ${answer.body}`);
        assert.match(String(answer.headers["allow"]), /OPTIONS/, address);
      }
    }
    assert.equal((await site.request("OPTIONS", "/nowhere/at/all")).statusCode, 404);
    assert.equal((await send("OPTIONS * HTTP/1.1")).status, 204);
  });

  void test("never shows an error of the framework", async () => {
    const broken: [headers: Record<string, string>, payload: string][] = [
      [{ "content-type": "application/json" }, "{"],
      [{ "content-type": "nonsense" }, "{}"],
      [{ "content-type": "multipart/form-data" }, "--b"],
      [{ "content-type": "multipart/form-data; boundary=b" }, "--b\r\n"],
      [{ "content-type": "application/json", "content-length": "99999999" }, "{}"],
      [{ "content-type": "application/json", "content-length": "1" }, "{}"],
      [{ "content-type": "application/json", "content-encoding": "gzip" }, "{}"],
      [{ "content-type": "application/x-www-form-urlencoded" }, "a=%FF"],
    ];
    for (const address of addresses) {
      for (const [headers, payload] of broken) {
        const answer = await site.request("POST", address, { bearer, headers: { accept: "*/*", ...headers }, payload });
        assert.ok(answer.statusCode < 500, `${address}: ${answer.body}`);
        assert.doesNotMatch(answer.body, /FST_|"statusCode"|Unsupported Media Type/, address);
        if (answer.statusCode < 400) continue;
        const type = String(answer.headers["content-type"]);
        if (address.startsWith("/scim/")) assert.match(type, /^application\/scim\+json/, address);
        else if (/^\/(api\/v1|payments|email-reports)\//.test(address))
          assert.match(type, /^application\/problem\+json/, address);
        else assert.match(type, /^(application\/(graphql-response\+)?json|text\/(html|plain))/, `${address} ${type}`);
      }
    }
  });

  void test("answers another method with 405 or 404, whatever the body", async () => {
    const surfacesOfAddresses = [
      "/",
      "/courses",
      "/mcp",
      "/member/graphql",
      "/api/v1/courses",
      "/api/oauth/token",
      "/admin",
    ];
    for (const address of surfacesOfAddresses) {
      for (const method of ["QUERY", "TRACE", "PROPFIND", "SEARCH", "LINK"]) {
        for (const headers of [[], ["content-type: application/json", "content-length: 2"]]) {
          const answer = await send(
            `${method} ${address} HTTP/1.1`,
            [...headers, `authorization: Bearer ${bearer}`],
            "{}",
          );
          assert.equal(answer.status, 405, `${method} ${address}: ${answer.body}`);
          assert.match(answer.head, /allow: (?:get|post)/, address);
        }
        assert.equal((await send(`${method} /nowhere/at/all HTTP/1.1`)).status, 404, method);
      }
    }
  });

  void test("has an answer of its endpoint for a long name", async () => {
    const name = "a".repeat(40_000);
    const other = await anOperator("courses:read");
    for (const address of ["/api/v1/courses", "/courses", "/learn", "/files", "/certificates"]) {
      const headers = { accept: "text/html" };
      const answer = await other.site.get(`${address}/${name}`, { bearer: other.bearer, headers });
      assert.ok([303, 400, 404].includes(answer.statusCode), `${address}: ${answer.statusCode}`);
      assert.doesNotMatch(answer.body, /encod(?:ing|e its)/, address);
    }
  });

  void test("is the same with a slash at its end, or redirects to the one without", async () => {
    for (const address of addresses) {
      if (address === "/") continue;
      const headers = { accept: "text/html" };
      const [plain, slash] = [
        await site.get(address, { bearer, headers }),
        await site.get(`${address}/?x=1`, { bearer, headers }),
      ];
      const ofPrograms = /^\/(api|mcp|member\/graphql|\.well-known|oauth|openapi|healthz|readyz|scim)/.test(address);
      const isRoute = plain.statusCode !== 405 && routes.includes(address);
      // An address that has only a POST may still be read as that of a lecture.
      if ((isRoute && !ofPrograms) || slash.statusCode === 308) {
        assert.deepEqual([slash.statusCode, slash.headers.location], [308, `${address}?x=1`], address);
      } else {
        assert.equal(slash.statusCode, (await site.get(`${address}?x=1`, { bearer, headers })).statusCode, address);
      }
    }
    const other = await anOperator("courses:read");
    const list = await other.get("/courses/");
    assert.deepEqual([list.statusCode, list.json()], [200, (await other.get("/courses")).json()]);
    const ping = await site.request("POST", "/mcp/", {
      payload: { jsonrpc: "2.0", id: 1, method: "ping" },
      headers: { accept: "application/json, text/event-stream" },
    });
    assert.equal(ping.statusCode, 200, ping.body);
    const wrong = await site.request("DELETE", "/api/oauth/token/");
    assert.deepEqual([wrong.statusCode, wrong.headers["allow"]], [405, "POST, OPTIONS"]);
  });

  void test("is never redirected to another host", async () => {
    for (const address of ["//evil.example/", "/\\evil.example/", "//evil.example/courses/", "/%5Cevil.example/"]) {
      const { headers } = await site.get(address, { headers: { accept: "text/html" } });
      assert.ok(!/^(\/\/|\/\\|https?:)/.test(headers.location ?? ""), `${address}: ${headers.location}`);
    }
  });
});
