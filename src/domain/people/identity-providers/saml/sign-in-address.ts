import type { Context } from "#domain/platform/context.ts";
import { type IdentityProvider, samlAddresses } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import type { RequestSecrets } from "../requests.ts";
import { bindings } from "./names.ts";
import { ownKey } from "./own-key.ts";
import { protocolMessage, requestIdOf } from "./protocol-message.ts";
import { signedAddress } from "./redirect-binding.ts";

/** Returns the address at the provider with a signed request (SAML Core §3.4.1). Throws ProviderError. */
export function signInAddress(context: Context, provider: IdentityProvider, secrets: RequestSecrets): string {
  if (!provider.saml) throw new ProviderError("invalid", "The provider does not use SAML.");
  const { signInAddress: address } = provider.saml;
  const xml = protocolMessage(context, provider, {
    name: "AuthnRequest",
    attributes: {
      ID: requestIdOf(secrets),
      Destination: address,
      AssertionConsumerServiceURL: samlAddresses(context, provider.id).consumer,
      ProtocolBinding: bindings.post,
      ...(secrets.isAgain && { ForceAuthn: "true" }),
    },
    // Without a format, so that the provider sends the one that its owner has set up.
    content: `<samlp:NameIDPolicy AllowCreate="true"/>`,
  });
  const message = { kind: "SAMLRequest", xml, relayState: secrets.state } as const;
  return signedAddress(address, message, ownKey(context, provider));
}
