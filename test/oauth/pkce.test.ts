import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import { challengeOf, isChallenge, requireVerifier } from "#oauth/pkce.ts";
import { anyText } from "../support/data/any-text.ts";

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
const verifier = fc.string({ unit: fc.constantFrom(...unreserved), minLength: 43, maxLength: 128 });

void test("The example of RFC 7636, appendix B, is reproduced", () => {
  const challenge = challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  assert.equal(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

void test("The challenge of every verifier equals the one computed by clients", async () => {
  await fc.assert(
    fc.asyncProperty(verifier, async (text) => {
      assert.equal(requireVerifier(text), text);
      assert.equal(challengeOf(text), await calculatePKCECodeChallenge(text));
      assert.ok(isChallenge(challengeOf(text)));
    }),
    { numRuns: 500 },
  );
});

void test("No two verifiers share a challenge, and none is its own", () => {
  fc.assert(
    fc.property(verifier, verifier, (one, other) => {
      assert.equal(challengeOf(one) === challengeOf(other), one === other);
      assert.notEqual(challengeOf(one), one);
    }),
    { numRuns: 1000 },
  );
});

void test("A verifier is 43 to 128 unreserved characters and nothing else", () => {
  fc.assert(
    fc.property(anyText({ minLength: 40, maxLength: 131 }), (text) => {
      const sound = text.length >= 43 && text.length <= 128 && [...text].every((letter) => unreserved.includes(letter));
      if (sound) assert.equal(requireVerifier(text), text);
      else assert.throws(() => requireVerifier(text), { code: "invalid_request" });
    }),
    { numRuns: 1000 },
  );
  for (const length of [42, 129]) assert.throws(() => requireVerifier("x".repeat(length)), { code: "invalid_request" });
  for (const length of [43, 128]) assert.equal(requireVerifier("x".repeat(length)).length, length);
  assert.throws(() => requireVerifier(`${"x".repeat(43)}\n`), { code: "invalid_request" });
});
