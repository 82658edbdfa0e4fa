import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { aSite, httpsRedirect, loopbackRedirect } from "../support/world.ts";
import { ask } from "../oauth/support/ask.ts";
import { assertRefused } from "../oauth/support/assert-refused.ts";

// The comparison rule is tested in test/oauth/redirect-matching.test.ts. Here are known bypasses of other servers, at
// the endpoints.

/** Addresses that one parser takes for loopback or a path of it, and another for a different host. */
const notThisComputer = [
  "http://127.0.0.1.evil.example.test/callback",
  "http://127.0.0.1:43117.evil.example.test/callback",
  "http://127.0.0.1:43117@evil.example.test/callback",
  "http://evil.example.test@127.0.0.1:43117/callback",
  "http://127.0.0.1%2eevil.example.test/callback",
  "http://127.0.0.1%00.evil.example.test/callback",
  "http://127.0.0.1%2f@evil.example.test/callback",
  "http://127.0.0.1%2f.evil.example.test/callback",
  "http://127.0.0.1%252f@evil.example.test/callback",
  "http://127.0.0.1\\.evil.example.test/callback",
  "http://127.0.0.1:43117\\@evil.example.test/callback",
  "http://evil.example.test\\@127.0.0.1:43117/callback",
  "http://evil.example.test#@127.0.0.1:43117/callback",
  "http://evil.example.test?@127.0.0.1:43117/callback",
  "http://evil.example.test/127.0.0.1:43117/callback",
  "http://127.0.0.1:43117#@evil.example.test/callback",
  "http:\\\\127.0.0.1:43117\\callback",
  "http:/127.0.0.1:43117/callback",
  "http:///127.0.0.1:43117/callback",
  "http:127.0.0.1:43117/callback",
  "//127.0.0.1:43117/callback",
  "127.0.0.1:43117/callback",
  "HTTP://127.0.0.1:43117/callback",
  "http://LOCALHOST:43117/callback",
  "http://127.0.0.1.:43117/callback",
  "http://localhost.:43117/callback",
  "http://localhost.localdomain/callback",
  "http://localhost.evil.example.test/callback",
  "http://localhost%2eevil.example.test/callback",
  "http://evillocalhost/callback",
  "http://127.1/callback",
  "http://127.0.1/callback",
  "http://0177.0.0.1/callback",
  "http://0x7f.0.0.1/callback",
  "http://0x7f000001/callback",
  "http://2130706433/callback",
  "http://127.0.0.01/callback",
  "http://0.0.0.0:43117/callback",
  "http://0/callback",
  "http://127.0.0.2/callback",
  "http://[::]/callback",
  "http://[0:0:0:0:0:0:0:1]/callback",
  "http://[0000::0001]/callback",
  "http://[::ffff:127.0.0.1]/callback",
  "http://[::ffff:7f00:1]/callback",
  "http://[::127.0.0.1]/callback",
  "http://[64:ff9b::127.0.0.1]/callback",
  "http://[::1%25lo]/callback",
  "http://[::1].evil.example.test/callback",
  "http://[::1]evil.example.test/callback",
  "http://[::1]@evil.example.test/callback",
  "http://[::1/callback",
  "http://::1/callback",
  "http://①②⑦.⓪.⓪.①/callback",
  "http://127。0。0。1/callback",
  "http://ｌｏｃａｌｈｏｓｔ/callback",
  "http://loc\u0430lhost/callback",
  "http://local\u00adhost/callback",
  "http://local\u200bhost/callback",
  "http://127.0.0.1:0/callback",
  "http://127.0.0.1:65536/callback",
  "http://127.0.0.1:4294967376/callback",
  "http://127.0.0.1:043117/callback",
  "http://127.0.0.1:+80/callback",
  "http://127.0.0.1:-80/callback",
  "http://127.0.0.1:８０/callback",
  "http://127.0.0.1:80:80/callback",
  "http://127.0.0.1:/callback",
  "http://127.0.0.1 /callback",
  "http://127.0.0.1\t/callback",
  "http://127.0.0.1\n.evil.example.test/callback",
  "http://127.0.0.1\r\nLocation: https://evil.example.test/",
  "ht\ntp://127.0.0.1:43117/callback",
  " http://127.0.0.1:43117/callback",
  "http://127.0.0.1:43117/callback ",
  "http://127.0.0.1:43117/callback#",
  "http://127.0.0.1:43117/call\u0000back",
  "http://127.0.0.1:43117/\\evil.example.test",
  "https://127.0.0.1:43117/callback",
  "ws://127.0.0.1:43117/callback",
  "javascript://127.0.0.1:43117/callback%0aalert(1)",
  "data:text/html,http://127.0.0.1:43117/callback",
  "file://127.0.0.1/callback",
  "view-source:http://127.0.0.1:43117/callback",
];

/** The same for a web address registered by an operator. */
const notTheCallback = [
  "https://buddy.example.test.evil.test/callback",
  "https://buddy.example.testevil.test/callback",
  "https://evil.test/buddy.example.test/callback",
  "https://evil.test?buddy.example.test/callback",
  "https://evil.test#buddy.example.test/callback",
  "https://buddy.example.test@evil.test/callback",
  "https://ana:secret@buddy.example.test/callback",
  "https://buddy.example.test%40evil.test/callback",
  "https://evil.test\\@buddy.example.test/callback",
  "https://evil.test%5c@buddy.example.test/callback",
  "https://evil.test%2f@buddy.example.test/callback",
  "https:\\\\buddy.example.test\\callback",
  "https:/buddy.example.test/callback",
  "https:buddy.example.test/callback",
  "//buddy.example.test/callback",
  "///buddy.example.test/callback",
  "https://x.buddy.example.test/callback",
  "https://example.test/callback",
  "https://buddy.example.test:443/callback",
  "https://buddy.example.test:8443/callback",
  "https://buddy.example.test./callback",
  "https://Buddy.example.test/callback",
  "HTTPS://buddy.example.test/callback",
  "http://buddy.example.test/callback",
  "https://buddy。example.test/callback",
  "https://buddу.example.test/callback",
  "https://xn--budd-wfe.example.test/callback",
  "https://buddy.example.test/Callback",
  "https://buddy.example.test/callback/",
  "https://buddy.example.test//callback",
  "https://buddy.example.test/./callback",
  "https://buddy.example.test/x/../callback",
  "https://buddy.example.test/callback/../../evil",
  "https://buddy.example.test/callback/..%2f..%2fevil",
  "https://buddy.example.test/callback%2f",
  "https://buddy.example.test/%63allback",
  "https://buddy.example.test/callback;x",
  "https://buddy.example.test/callback?",
  "https://buddy.example.test/callback?next=https://evil.test",
  "https://buddy.example.test/callback&next=1",
  "https://buddy.example.test/callback#",
  "https://buddy.example.test/callback#access_token=x",
  "https://buddy.example.test/callback%00",
  "https://buddy.example.test/callback\u0000",
  "https://buddy.example.test/callback%0d%0aSet-Cookie: a=b",
  "https://buddy.example.test/callback\r\nSet-Cookie: a=b",
  "https://buddy.example.test/callback\u200b",
  "https://buddy.example.test/callback ",
  "\thttps://buddy.example.test/callback",
];

/** The same for a custom URI scheme registered by an operator. */
const appRedirect = "com.example.buddy:/callback";
const notTheApp = [
  "com.example.buddy:callback",
  "com.example.buddy://callback",
  "com.example.buddy:///callback",
  "com.example.buddy:/callback/",
  "com.example.buddy:/callback#",
  "com.example.buddy:/callback?next=1",
  "com.example.buddy:/call%62ack",
  "com.example.buddy:/./callback",
  "com.example.buddy:\\callback",
  "com.example.buddy:80/callback",
  "COM.example.buddy:/callback",
  "com.example.buddy.evil:/callback",
  "evil.com.example.buddy:/callback",
  "javascript:com.example.buddy:/callback",
  "com.example.buddy%3a/callback",
  "com.example.buddy\t:/callback",
  " com.example.buddy:/callback",
];

const isAllowed = (uri: string) =>
  uri === httpsRedirect || uri === appRedirect || /^http:\/\/127\.0\.0\.1(:[1-9]\d{0,4})?\/callback$/.test(uri);

void describe("an address that resembles an allowed one", () => {
  void test("cannot be registered", async () => {
    const site = await aSite();
    const addresses = [...notThisComputer, ...notTheCallback, ...notTheApp, appRedirect, httpsRedirect];
    const answers = addresses.map(async (uri, index) => {
      for (const redirect_uris of [[uri], [loopbackRedirect, uri], [uri, loopbackRedirect]]) {
        const remoteAddress = `198.51.100.${index}`;
        const answer = await site.post("/api/oauth/register", { redirect_uris }, { remoteAddress });
        assert.equal(answer.statusCode, 400, uri);
        assertRefused(answer, 400, "invalid_redirect_uri");
      }
    });
    await Promise.all(answers);
  });

  void test("gets no redirect: neither a code nor an error", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const onThisComputer = await site.register();
    const onTheWeb = await site.operatorClient();
    const all = await site.operatorClient({ redirectUris: [loopbackRedirect, httpsRedirect, appRedirect] });
    for (const client of [onThisComputer, onTheWeb, all]) {
      for (const redirect_uri of [...notThisComputer, ...notTheCallback, ...notTheApp]) {
        for (const extra of [{}, { prompt: "none" }, { response_type: "token" }]) {
          const page = await ask(site, client, { redirect_uri, ...extra }, browser);
          assert.equal(page.status, 400, redirect_uri);
          assert.equal(page.response.headers.location, undefined, redirect_uri);
          assert.equal(page.body.includes(`href="${redirect_uri}`), false, redirect_uri);
        }
      }
    }
  });

  void test("is any address with one character inserted, removed, changed or encoded", async () => {
    const site = await aSite();
    const client = await site.operatorClient({ redirectUris: [loopbackRedirect, httpsRedirect, appRedirect] });
    const letters = fc.constantFrom(..."aZ0./\\:@?#&=%;, \t\r\n\0é。\u200b");
    const edited = fc
      .record({
        uri: fc.constantFrom(loopbackRedirect, httpsRedirect, appRedirect),
        at: fc.nat(40),
        how: fc.constantFrom("put in", "left out", "changed", "encoded"),
        letter: letters,
      })
      .map(({ uri, at, how, letter }) => {
        const offset = at % (uri.length + (how === "put in" ? 1 : 0));
        const encoded = `%${uri.charCodeAt(offset).toString(16)}`;
        const instead = { "put in": letter, "left out": "", changed: letter, encoded }[how];
        return uri.slice(0, offset) + instead + uri.slice(offset + (how === "put in" ? 0 : 1));
      });
    await fc.assert(
      fc.asyncProperty(edited, async (redirect_uri) => {
        fc.pre(!isAllowed(redirect_uri));
        const page = await ask(site, client, { redirect_uri, prompt: "none" });
        assert.deepEqual([page.status, page.response.headers.location], [400, undefined]);
      }),
      { numRuns: 500 },
    );
  });
});
