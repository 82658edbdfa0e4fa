import type { Context } from "#domain/platform/context.ts";
import { escapeXml } from "#lib/svg/escape-xml.ts";
import { type IdentityProvider, samlAddresses } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import type { RequestSecrets } from "../requests.ts";
import { assertionNamespace, bindings, protocolNamespace } from "./names.ts";
import { ownKey } from "./own-key.ts";
import { signedAddress } from "./redirect-binding.ts";
import { requestIdOf } from "./request-id.ts";

/** Returns the address at the provider with a signed request (SAML Core §3.4.1). Throws ProviderError. */
export function signInAddress(
  context: Context,
  provider: IdentityProvider,
  secrets: RequestSecrets,
  { again }: { again: boolean },
): string {
  if (!provider.saml) throw new ProviderError("invalid", "The provider does not use SAML.");
  const { signInAddress: address } = provider.saml;
  const { entity, consumer } = samlAddresses(context, provider.id);
  const attributes = Object.entries({
    "xmlns:samlp": protocolNamespace,
    "xmlns:saml": assertionNamespace,
    ID: requestIdOf(secrets),
    Version: "2.0",
    IssueInstant: context.now.toISOString(),
    Destination: address,
    AssertionConsumerServiceURL: consumer,
    ProtocolBinding: bindings.post,
    ...(again && { ForceAuthn: "true" }),
  }).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  // Without a format, so that the provider sends the one that its owner has set up.
  const xml = `<samlp:AuthnRequest${attributes.join("")}><saml:Issuer>${escapeXml(entity)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`;
  const message = { kind: "SAMLRequest", xml, relayState: secrets.state } as const;
  return signedAddress(address, message, ownKey(context, provider));
}
