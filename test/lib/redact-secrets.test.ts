import assert from "node:assert/strict";
import { test } from "node:test";
import { redactSecrets } from "#lib/secrets/redact-secrets.ts";
import { newSecret } from "#lib/secrets/secret.ts";
import { newApiKey } from "#oauth/api-keys/key-text.ts";

void test("Every kind of secret is replaced in a text, whatever surrounds it", () => {
  const prefixes = ["lat", "lrt", "lac", "lcs", "lml", "lss", "lbr"];
  const secrets = [
    newApiKey(),
    ...prefixes.map(newSecret),
    `whsec_${"MfKQ9r8G".repeat(6)}`,
    `sk_live_${"51H8xKq2".repeat(6)}`,
  ];
  for (const secret of secrets) {
    const encoded = ["%5F", "%5f", "%255F", "%25255f"].map((underscore) => secret.replace("_", underscore));
    for (const written of [secret, ...encoded, secret.toUpperCase()]) {
      for (const [before, after] of [
        ["/", ""],
        ["?a=", "&b=1"],
        ['{"err":"', '"}'],
        ["Bearer ", " x"],
        ["\\n", "\\n"],
      ]) {
        const redacted = redactSecrets(`${before}${written}${after}`);
        assert.ok(!redacted.includes(written.slice(8)), redacted);
        assert.ok(
          redacted.startsWith(before!) && redacted.includes("[redacted]") && redacted.endsWith(after!),
          redacted,
        );
      }
    }
  }
  assert.equal(redactSecrets("/lak_cut0ffAtTheEnd42"), "/lak_[redacted]");
  const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl";
  assert.equal(redactSecrets(`/callback/${jwt}?x`), "/callback/jwt_[redacted]?x");
});

void test("Identifiers, paths and words are kept", () => {
  const texts = [
    "/api/v1/lectures/lec_01k9g2c8p4e6t0v3x5y7z9b1d3",
    "/courses/flat_and_long_words_of_a_course_name",
    "/admin/settings?lat=52.5",
    "lak_ is the beginning of a key",
    "whsec_ and sk_test_ too",
  ];
  for (const text of texts) assert.equal(redactSecrets(text), text);
});
