import { createHash } from "node:crypto";
import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { type IdentityProvider, isReady, presets, protocols } from "./provider.ts";
import { ProviderChanges } from "./provider-fields.ts";

const VisibleSaml = z.object({
  signInAddress: z.string(),
  logoutAddress: z.string().nullable(),
  metadataAddress: z.string().nullable(),
  /** SHA-256 of the pinned certificates. */
  fingerprints: z.array(z.string()),
});

/** A provider without its secrets. */
export const VisibleProvider = z.object({
  id: Id("identityProvider"),
  protocol: z.enum(protocols),
  preset: z.enum(presets),
  issuer: z.string(),
  ...ProviderChanges.required().omit({ clientSecret: true }).shape,
  /** Secrets are never shown again. */
  hasSecret: z.boolean(),
  /** True if people can be sent to the provider. */
  isReady: z.boolean(),
  saml: VisibleSaml.nullable(),
});

export const visible = (provider: IdentityProvider) => {
  const { clientSecret, saml, ...fields } = provider;
  return {
    ...fields,
    groupRoles: Object.fromEntries(Object.entries(fields.groupRoles).map(([group, given]) => [group, [...given]])),
    hasSecret: clientSecret !== null,
    isReady: isReady(provider),
    saml: saml && {
      signInAddress: saml.signInAddress,
      logoutAddress: saml.logoutAddress,
      metadataAddress: saml.metadataAddress,
      fingerprints: saml.certificates.map(fingerprintOf),
    },
  };
};

/** Digest of a certificate, in pairs of digits as providers show it. */
const fingerprintOf = (base64: string): string =>
  createHash("sha256")
    .update(Buffer.from(base64, "base64"))
    .digest("hex")
    .toUpperCase()
    .replaceAll(/(..)(?=.)/g, "$1:");
