import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { parseHttpDate } from "#http/http-date.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { multipart } from "../support/data/multipart.ts";
import { routesOfTheRouter } from "../support/worlds/routes.ts";
import { aSite, type ASite } from "../support/world.ts";

let site: ASite;
/** One address of each kind of representation: with and without an ETag, of every surface. */
let addresses: readonly (readonly [address: string, bearer?: string])[];
let file: string;

before(async () => {
  site = await aSite();
  const operator = await operatorOf(site, "courses:read courses:write storage:write");
  const course = (await operator.post("/courses", { name: "Knots" })).json<{ id: string }>();
  const form = multipart({ visibility: "public" }, "file", { name: "tide.txt", bytes: Buffer.from("Low at noon") });
  const uploaded = await site.request("POST", "/api/v1/files", {
    bearer: operator.bearer,
    payload: form.payload,
    headers: form.headers as Record<string, string>,
  });
  file = new URL(uploaded.json<{ url: string }>().url).pathname;
  const { access_token: own } = await site.connect(await site.operatorClient(), await site.member(), "account:read");
  addresses = [
    ["/"],
    ["/courses"],
    ["/courses.md"],
    ["/llms.txt"],
    ["/robots.txt"],
    ["/sitemap.xml"],
    ["/docs"],
    ["/docs.md"],
    ["/docs/errors"],
    ["/sign-in"],
    ["/openapi.json"],
    ["/.well-known/oauth-authorization-server"],
    ["/api/oauth/jwks"],
    ["/.well-known/mcp.json"],
    [file],
    [`/api/v1/courses/${course.id}`, operator.bearer],
    ["/api/v1/courses", operator.bearer],
    ["/member/graphql?query=%7Bviewer%7Bid%7D%7D", own],
  ];
});

const ask = (address: string, headers: Record<string, string>, bearer?: string, method: "GET" | "HEAD" = "GET") =>
  site.request(method, address, { headers, bearer });

void describe("Every read evaluates its conditions in the order of RFC 9110 §13.2.2", () => {
  void test("by weak comparison in If-None-Match, and strong comparison in If-Match", async () => {
    for (const [address, bearer] of addresses) {
      const { statusCode, headers } = await ask(address, {}, bearer);
      assert.equal(statusCode, 200, address);
      const { etag } = headers;
      const opaque = etag?.replace(/^W\//, "");
      const known = opaque === undefined ? [] : [`"x", ${opaque}`, `W/${opaque}`, `"a,b" ,, ${opaque},`, etag!];
      const matching: [header: string, status: number][] = [
        ["*", 304],
        ...known.map((tag): [string, number] => [tag, 304]),
        ['"other"', 200],
        ['W/"other", "more"', 200],
        // Malformed, and the full response is always right.
        [(etag ?? '"x"').replaceAll('"', ""), 200],
        ['*, "x"', 200],
      ];
      for (const [ifNoneMatch, expected] of matching) {
        for (const method of ["GET", "HEAD"] as const) {
          const answer = await ask(address, { "if-none-match": ifNoneMatch }, bearer, method);
          assert.equal(answer.statusCode, expected, `${method} ${address} If-None-Match: ${ifNoneMatch}`);
          if (expected !== 304) continue;
          assert.equal(answer.body, "");
          assert.equal(answer.headers["etag"], headers["etag"], address);
          assert.equal(answer.headers["vary"], headers["vary"], address);
          assert.equal(answer.headers["cache-control"], headers["cache-control"], address);
          for (const name of ["content-type", "content-length"]) assert.equal(answer.headers[name], undefined, address);
        }
      }
      const isStrong = etag?.startsWith('"');
      for (const [ifMatch, expected] of [
        ["*", 200],
        ['"other"', 412],
        ["other", 400],
        ...(etag === undefined
          ? []
          : [[etag, isStrong ? 200 : 412] as const, [`W/${etag}`.replace("W/W/", "W/"), 412] as const]),
      ] as const) {
        const answer = await ask(address, { "if-match": ifMatch, "if-none-match": '"other"' }, bearer);
        assert.equal(answer.statusCode, expected, `${address} If-Match: ${ifMatch}: ${answer.body}`);
        if (expected !== 200) assert.equal(answer.headers["cache-control"], "no-store", address);
      }
      const both = await ask(address, { "if-match": '"other"', "if-none-match": "*" }, bearer);
      assert.equal(both.statusCode, 412, address);
      // A condition is evaluated only if the response would be a success (§13.2.1).
      const wrong = await site.request("PROPFIND", address, { headers: { "if-match": '"other"' }, bearer });
      assert.equal(wrong.statusCode, 405, address);
    }
    assert.equal((await ask("/nowhere/at/all", { "if-match": "*", accept: "text/html" })).statusCode, 404);
  });

  void test("by the modification date of a file, to the second", async () => {
    const { headers } = await ask(file, {});
    const modified = String(headers["last-modified"]);
    const before = new Date(Date.parse(modified) - 1000).toUTCString();
    const etag = String(headers["etag"]);
    for (const [conditions, status] of [
      [{ "if-modified-since": modified }, 304],
      [{ "if-modified-since": before }, 200],
      [{ "if-modified-since": "yesterday" }, 200],
      [{ "if-modified-since": modified, "if-none-match": '"other"' }, 200],
      [{ "if-unmodified-since": modified }, 200],
      [{ "if-unmodified-since": before }, 412],
      [{ "if-unmodified-since": before, "if-match": etag }, 200],
      [{ "if-unmodified-since": "yesterday" }, 200],
    ] as const) {
      assert.equal((await ask(file, conditions)).statusCode, status, JSON.stringify(conditions));
    }
  });

  void test("and If-Range last: another version is sent whole", async () => {
    const { headers } = await ask(file, {});
    const [etag, modified] = [String(headers["etag"]), String(headers["last-modified"])];
    const range = { range: "bytes=0-2" };
    for (const [conditions, status] of [
      [{ "if-range": etag }, 206],
      [{ "if-range": modified }, 206],
      [{ "if-range": `W/${etag}` }, 200],
      [{ "if-range": etag.replace(/"$/, '-gzip"') }, 200],
      [{ "if-range": `${etag}, "x"` }, 200],
      [{ "if-range": "*" }, 200],
      [{ "if-range": new Date(0).toUTCString() }, 200],
      [{ "if-range": '"other"' }, 200],
      [{ "if-match": etag }, 206],
      [{ "if-match": '"other"' }, 412],
      [{ "if-match": etag.replace(/"$/, '-gzip"') }, 412],
      [{ "if-none-match": etag, "if-range": '"other"' }, 304],
      [{ "if-match": '"other"', range: "bytes=900-" }, 412],
    ] as const) {
      assert.equal((await ask(file, { ...range, ...conditions })).statusCode, status, JSON.stringify(conditions));
    }
  });
});

void test("Every public GET evaluates a condition that no response meets", async () => {
  const paths = (await routesOfTheRouter())
    .filter((route) => route.startsWith("GET ") && !/[:*]/.test(route))
    .map((route) => route.slice("GET ".length));
  assert.ok(paths.length > 60);
  for (const path of paths) {
    const plain = await ask(path, {});
    if (plain.statusCode !== 200) continue;
    const answer = await ask(path, { "if-match": '"other"' });
    assert.equal(answer.statusCode, 412, path);
    assert.match(answer.body, /A condition of the request is not met/, path);
  }
});

void test("Dates of headers have three forms", () => {
  const expected = Date.UTC(1994, 10, 6, 8, 49, 37);
  for (const text of ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]) {
    assert.equal(parseHttpDate(text, Date.UTC(2026, 0, 1)), expected, text);
  }
  for (const text of ["", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Foo 1994 08:49:37 GMT", "784111777"]) {
    assert.equal(parseHttpDate(text), undefined, text);
  }
});
