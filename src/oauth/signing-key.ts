import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import * as z from "zod";
import { newId } from "#domain/platform/ids.ts";
import { encodeBase32 } from "#lib/ids/ids.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";

/** RFC 7517, for an ES256 key. */
export interface PublicJwk {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
  kid: string;
  alg: "ES256";
  use: "sig";
}

/** A stored key; the private half is sealed. */
export interface SigningKey {
  id: string;
  publicJwk: PublicJwk;
  privateKey: Buffer;
  createdAt: Date;
  activeFrom: Date;
  retiresAt: Date | null;
}

/** RFC 7518 §6.2.1. */
const Coordinates = z.object({ x: z.string(), y: z.string() });

export const boxOfSigningKey = (siteId: string, keyId: string) => `signing-key:${siteId}:${keyId}`;

export function newSigningKey(siteId: string, secretKey: Buffer, now: Date, activeFrom: Date): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = Coordinates.parse(publicKey.export({ format: "jwk" }));
  const id = newId();
  return {
    id,
    publicJwk: { kty: "EC", crv: "P-256", x, y, kid: encodeBase32(id), alg: "ES256", use: "sig" },
    privateKey: seal(secretKey, privateKey.export({ format: "der", type: "pkcs8" }), boxOfSigningKey(siteId, id)),
    createdAt: now,
    activeFrom,
    retiresAt: null,
  };
}

export function unsealPrivateKey(siteId: string, key: SigningKey, secretKey: Buffer): KeyObject {
  try {
    const der = open(secretKey, key.privateKey, boxOfSigningKey(siteId, key.id));
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  } catch (error) {
    throw new Error("A signing key cannot be decrypted: LECTERN_SECRET_KEY is not the key that sealed it.", {
      cause: error,
    });
  }
}
