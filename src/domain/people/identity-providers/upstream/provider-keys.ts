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
