import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isHttpsRedirect, isLoopbackRedirect, matchesRegistered } from "#oauth/redirect-uri.ts";

interface Parts {
  scheme: string;
  host: string;
  port: string;
  rest: string;
}

const write = ({ scheme, host, port, rest }: Parts) => `${scheme}://${host}${port}${rest}`;

/** Near misses: most differ in one component, or in values that some parsers treat as equal. */
const parts = fc.record<Parts>({
  scheme: fc.constantFrom("http", "http", "http", "https", "HTTP", "ftp"),
  host: fc.constantFrom(
    "127.0.0.1",
    "127.0.0.1",
    "[::1]",
    "localhost",
    "localhost",
    "LOCALHOST",
    "127.1",
    "0x7f.0.0.1",
    "127.0.0.2",
    "[::ffff:127.0.0.1]",
    "localhost.",
    "a@127.0.0.1",
    "127.0.0.1.example.test",
    "app.example.test",
  ),
  port: fc.oneof(
    fc.constantFrom("", "", ":80", ":43117", ":65535", ":65536", ":0", ":080", ":", ":x", ":-1"),
    fc.integer({ min: 1, max: 70_000 }).map((port) => `:${port}`),
  ),
  rest: fc.constantFrom(
    "",
    "/",
    "/callback",
    "/callback",
    "/Callback",
    "/callback/",
    "/callback?x=1",
    "?x=1",
    "/a#b",
    "/a b",
    "/é",
  ),
});

/** The rule of the design, by components instead of a pattern. */
const isLoopback = ({ scheme, host, port, rest }: Parts): boolean => {
  const number = Number(port.slice(1));
  const portIsOne = port === "" || (`:${number}` === port && number >= 1 && number <= 65_535);
  return scheme === "http" && ["127.0.0.1", "[::1]", "localhost"].includes(host) && portIsOne && !/[# é]/.test(rest);
};

const matches = (registered: Parts[], requested: Parts): boolean =>
  registered.some(
    (one) =>
      write(one) === write(requested) ||
      (isLoopback(one) && isLoopback(requested) && one.host === requested.host && one.rest === requested.rest),
  );

void test("An address is loopback exactly if its components are", () => {
  fc.assert(
    fc.property(parts, (some) => assert.equal(isLoopbackRedirect(write(some)), isLoopback(some))),
    { numRuns: 5000 },
  );
});

void test("A redirect matches a registered one exactly, except for the port of a loopback address", () => {
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 4 }), parts, (registered, requested) => {
      assert.equal(matchesRegistered(registered.map(write), write(requested)), matches(registered, requested));
    }),
    { numRuns: 5000 },
  );
});

void test("Two different addresses never match unless both are loopback", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.webUrl(), (registered, requested) => {
      assert.equal(matchesRegistered([registered], requested), registered === requested);
      assert.equal(matchesRegistered([registered], registered), true);
      assert.equal(matchesRegistered([registered], `${registered}x`), false);
    }),
    { numRuns: 1000 },
  );
});

void test("No address that a browser sends elsewhere is classified as loopback", () => {
  const text = fc.string({ unit: fc.constantFrom(..."htp:/127.0.1localhost[]@\\#?%.:8e é\t\n"), maxLength: 40 });
  const wild = fc.oneof(
    text,
    text.map((end) => `http://127.0.0.1${end}`),
    text.map((end) => `http://localhost${end}`),
  );
  fc.assert(
    fc.property(wild, (uri) => {
      if (!isLoopbackRedirect(uri)) return;
      const { protocol, hostname, username, password, hash } = new URL(uri);
      assert.equal(protocol, "http:");
      assert.ok(["127.0.0.1", "localhost", "[::1]"].includes(hostname), hostname);
      assert.deepEqual([username, password, hash], ["", "", ""]);
    }),
    { numRuns: 5000 },
  );
});

void test("A web callback is accepted only if a browser opens it unchanged", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["https", "http"], withFragments: true }), (uri) => {
      if (!isHttpsRedirect(uri)) return;
      assert.ok(uri.startsWith("https://"));
      assert.equal(new URL(uri).href.replace(/\/$/, ""), uri.replace(/\/$/, ""));
      assert.equal(new URL(uri).hash, "");
    }),
    { numRuns: 1000 },
  );
  for (const uri of ["https://a@b.test/", "https://b.test/#x", "https://B.test/", "https://b.test/../x", "https://"]) {
    assert.equal(isHttpsRedirect(uri), false, uri);
  }
});
