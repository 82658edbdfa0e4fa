import type { JSONWebKeySet } from "jose";
import type { Configuration } from "openid-client";
import type { Context } from "#domain/platform/context.ts";
import { fetchFor } from "./fetch-provider.ts";

/** Reads the public keys of a provider, for `createLocalJWKSet`. They are read each time, so that they can rotate. */
export async function readProviderKeys(context: Context, configuration: Configuration): Promise<JSONWebKeySet> {
  const { jwks_uri: address = "" } = configuration.serverMetadata();
  const keys = await fetchFor(context)(address, { method: "GET", headers: {}, body: undefined, redirect: "manual" });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- createLocalJWKSet checks the shape.
  return (await keys.json()) as JSONWebKeySet;
}

/** Signatures that are verified with a public key of the provider. */
export const signatureAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

/** Returns whether `aud` is a text or a list of texts (RFC 7519 §4.1.3). Libraries accept lists with other members. */
export const isAudience = (audience: unknown): boolean => [audience].flat().every((one) => typeof one === "string");
