import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { test } from "node:test";
import { signJwt } from "#lib/secrets/sign-jwt.ts";

/** Enough signatures for integers of 31, 32 and 33 bytes in DER: one in 128 has a short one. */
const signatures = 2000;

void test("A JWT has a signature of r and s with 32 bytes each, whatever their values", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  for (let index = 0; index < signatures; index++) {
    const [header = "", claims = "", signature = ""] = signJwt(privateKey, { kid: "first" }, { index }).split(".");
    assert.deepEqual(JSON.parse(Buffer.from(header, "base64url").toString()), { alg: "ES256", kid: "first" });
    assert.deepEqual(JSON.parse(Buffer.from(claims, "base64url").toString()), { index });
    const bytes = Buffer.from(signature, "base64url");
    assert.equal(bytes.length, 64);
    const signed = Buffer.from(`${header}.${claims}`);
    assert.ok(verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes), `signature ${index}`);
  }
});
