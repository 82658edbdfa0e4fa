import type { Context, RequestContext } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { seal } from "#lib/secrets/sealed-box.ts";
import { requireIdentities } from "./identity-system.ts";
import { boxOfSecret, type IdentityProvider } from "./provider.ts";
import type { ProviderMetadata } from "./saml/read-metadata.ts";
import type { SamlSettings } from "./saml/saml-settings.ts";

/** Creates the key pair of the school for a provider. */
async function newOwnKey(context: Context, id: string) {
  const { newKeyPair } = await import("./saml/own-certificate.ts");
  const { privateKey, certificate } = await newKeyPair(context.now);
  const clientSecret = seal(requireIdentities(context).key, privateKey, boxOfSecret(context.site.id, id));
  return { clientSecret, certificate };
}

/** Fields of a new SAML provider. It gets its address with its metadata, which many providers show only afterwards. */
export async function newSamlFields(context: Context, id: string) {
  const { clientSecret, certificate } = await newOwnKey(context, id);
  const saml: SamlSettings = {
    signInAddress: "",
    logoutAddress: null,
    certificates: [],
    ownCertificate: certificate,
    metadataAddress: null,
  };
  return {
    protocol: "saml" as const,
    preset: "other" as const,
    issuer: "",
    clientId: "",
    clientSecret,
    teamId: null,
    keyId: null,
    saml,
    scopes: [],
  };
}

/** Reads entered metadata. Throws `validation_failed`. */
export async function requireMetadata(context: RequestContext, entered: string): Promise<ProviderMetadata> {
  const { obtainMetadata, UnusableMetadata } = await import("./saml/read-metadata.ts");
  try {
    return await obtainMetadata(context, entered);
  } catch (error) {
    if (error instanceof UnusableMetadata) throw validationFailed("/metadata", "invalid", error.message);
    throw error;
  }
}

/**
 * Returns the fields of SAML after a change. Certificates are pinned: they change only when an owner enters metadata. A
 * private key that was dropped is replaced by a new one.
 */
export async function samlFields(
  context: Context,
  { id, issuer, saml, clientSecret }: IdentityProvider,
  described: ProviderMetadata | undefined,
  keepsCertificates: boolean,
): Promise<Partial<IdentityProvider>> {
  if (!saml) return {};
  const replaced = clientSecret === null ? await newOwnKey(context, id) : undefined;
  const newSecret = replaced && { clientSecret: replaced.clientSecret };
  const ownCertificate = replaced?.certificate ?? saml.ownCertificate;
  if (!described) return { ...newSecret, saml: { ...saml, ownCertificate } };
  const { issuer: entity, ...fields } = described;
  if (issuer !== "" && entity !== issuer) {
    throw validationFailed("/metadata", "invalid", `The metadata is of another provider: ${entity}.`);
  }
  const { maxCertificates } = await import("./saml/saml-settings.ts");
  const certificates = [...new Set([...fields.certificates, ...(keepsCertificates ? saml.certificates : [])])];
  return {
    ...newSecret,
    issuer: entity,
    saml: { ...fields, certificates: certificates.slice(0, maxCertificates), ownCertificate },
  };
}
