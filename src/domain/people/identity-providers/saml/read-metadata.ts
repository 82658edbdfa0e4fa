import type { X509Certificate } from "node:crypto";
import type { Context } from "#domain/platform/context.ts";
import { isOnThisMachine, mayBePublic } from "#lib/outbound/host-of-url.ts";
import { FetchError } from "#lib/outbound/send-request.ts";
import {
  attributeOf,
  childrenNamed,
  elementsBelow,
  isNamed,
  readXml,
  UnreadableXml,
  type XmlElement,
} from "#lib/xml/xml-tree.ts";
import { mayReachThisMachine, requireIdentities } from "../identity-system.ts";
import { fetchFor } from "../upstream/fetch-provider.ts";
import { trimmedText } from "./check-assertion.ts";
import { bindings, metadataNamespace, protocolNamespace, signatureNamespace } from "./names.ts";
import { maxCertificates, readCertificate, type SamlSettings } from "./saml-settings.ts";

/** Thrown with the reason why metadata cannot be used. */
export class UnusableMetadata extends Error {}

export interface ProviderMetadata extends Omit<SamlSettings, "ownCertificate"> {
  /** Entity ID. */
  issuer: string;
}

const limits = { maxElements: 4000, maxDepth: 32 };
const maxAddress = 500;

/** Reads the metadata of a provider: XML, or its address, from which it is fetched. Throws UnusableMetadata. */
export async function obtainMetadata(context: Context, entered: string): Promise<ProviderMetadata> {
  const text = entered.trim();
  if (!URL.canParse(text)) return readMetadata(context, text, null);
  try {
    const request = { method: "GET", headers: { accept: "application/samlmetadata+xml, */*" } };
    const response = await fetchFor(context)(text, { ...request, body: undefined, redirect: "manual" });
    if (response.status !== 200) throw new UnusableMetadata(`The address answers with the status ${response.status}.`);
    return readMetadata(context, await response.text(), text);
  } catch (error) {
    if (error instanceof FetchError) throw new UnusableMetadata(`The address cannot be read: ${error.message}.`);
    throw error;
  }
}

/** Reads metadata with one identity provider (SAML Metadata §2.4.3). */
function readMetadata(context: Context, text: string, metadataAddress: string | null): ProviderMetadata {
  const { entity, descriptor } = findProvider(parse(text));
  const issuer = attributeOf(entity, "entityID")?.trim() ?? "";
  if (issuer === "" || issuer.length > maxAddress) throw new UnusableMetadata("The metadata has no usable entityID.");
  const signIn = addressOf(descriptor, "SingleSignOnService");
  if (signIn === undefined) {
    throw new UnusableMetadata("The metadata has no SingleSignOnService with the HTTP-Redirect binding.");
  }
  const logout = addressOf(descriptor, "SingleLogoutService");
  return {
    issuer,
    signInAddress: requireAddress(context, signIn),
    logoutAddress: logout === undefined ? null : requireAddress(context, logout),
    certificates: certificatesIn(descriptor),
    metadataAddress,
  };
}

function parse(text: string): XmlElement {
  try {
    return readXml(text, limits);
  } catch (error) {
    if (error instanceof UnreadableXml) throw new UnusableMetadata(error.message);
    throw error;
  }
}

/** A file of a federation has many providers, of which none can be chosen here. */
function findProvider(root: XmlElement): { entity: XmlElement; descriptor: XmlElement } {
  const providers = [...elementsBelow(root)]
    .filter((element) => isNamed(element, metadataNamespace, "EntityDescriptor"))
    .flatMap((entity) =>
      childrenNamed(entity, metadataNamespace, "IDPSSODescriptor")
        .filter((one) =>
          (attributeOf(one, "protocolSupportEnumeration") ?? "").split(/\s+/).includes(protocolNamespace),
        )
        .map((descriptor) => ({ entity, descriptor })),
    );
  const [first, ...others] = providers;
  if (!first) throw new UnusableMetadata("The XML is not the metadata of an identity provider for SAML 2.0.");
  if (others.length > 0) throw new UnusableMetadata("The metadata has more than one identity provider.");
  return first;
}

const addressOf = (descriptor: XmlElement, name: string): string | undefined =>
  childrenNamed(descriptor, metadataNamespace, name)
    .filter((service) => attributeOf(service, "Binding") === bindings.redirect)
    .map((service) => attributeOf(service, "Location")?.trim())
    .find((location) => location !== undefined);

/** Browsers are sent there. */
function requireAddress(context: Context, address: string): string {
  const url = URL.parse(address);
  const isLocal = isOnThisMachine(address) && mayReachThisMachine(requireIdentities(context), context.site);
  const isAllowed = (url?.protocol === "https:" && mayBePublic(address)) || (isLocal && url?.protocol === "http:");
  const isPlain = url?.username === "" && url.password === "" && url.hash === "";
  if (!url || !isAllowed || !isPlain || address.length > maxAddress) {
    throw new UnusableMetadata(
      `The address ${address.slice(0, 100)} in the metadata is not a usable address of https.`,
    );
  }
  return url.href;
}

function certificatesIn(descriptor: XmlElement): string[] {
  const texts = childrenNamed(descriptor, metadataNamespace, "KeyDescriptor")
    .filter((one) => (attributeOf(one, "use") ?? "signing") === "signing")
    .flatMap((one) => [...elementsBelow(one)])
    .filter((one) => isNamed(one, signatureNamespace, "X509Certificate"))
    .map((one) => (trimmedText(one) ?? "").replaceAll(/\s/g, ""));
  const certificates = [...new Set(texts.map(normalized))];
  if (certificates.length === 0) throw new UnusableMetadata("The metadata has no certificate for signing.");
  if (certificates.length > maxCertificates) {
    throw new UnusableMetadata(`The metadata has more than ${maxCertificates} certificates for signing.`);
  }
  return certificates;
}

/** Returns a certificate with a key that is strong enough. Its dates do not matter: it is pinned, not issued. */
function normalized(base64: string): string {
  try {
    const certificate = readCertificate(base64);
    if (isStrong(certificate)) return certificate.raw.toString("base64");
  } catch {
    throw new UnusableMetadata("The metadata has a certificate that cannot be read.");
  }
  throw new UnusableMetadata(
    "The metadata has a certificate with a weak key. Use RSA with 2048 bits or more, or ECDSA with P-256, P-384 or P-521.",
  );
}

/** P-256, P-384 and P-521. */
const curves: ReadonlySet<string> = new Set(["prime256v1", "secp384r1", "secp521r1"]);

function isStrong({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  return (
    (type === "ec" && curves.has(details?.namedCurve ?? "")) ||
    (type === "rsa" && (details?.modulusLength ?? 0) >= 2048)
  );
}
