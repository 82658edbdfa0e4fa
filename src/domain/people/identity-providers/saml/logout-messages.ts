import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { escapeXml } from "#lib/svg/escape-xml.ts";
import { type IdentityProvider, samlAddresses } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { nameFormats, success } from "./names.ts";
import { ownKey } from "./own-key.ts";
import { protocolMessage } from "./protocol-message.ts";
import { type LogoutRequest, readLogoutRequest, type ReceivedRequest } from "./read-logout-request.ts";
import { signedAddress } from "./redirect-binding.ts";
import { pinnedKeys } from "./saml-settings.ts";

/** Checks a logout request of the provider. Throws ProviderError. */
export function acceptLogoutRequest(
  context: Context,
  provider: IdentityProvider,
  received: ReceivedRequest,
): LogoutRequest {
  if (!provider.saml) throw new ProviderError("invalid", "The provider does not use SAML.");
  const { logout } = samlAddresses(context, provider.id);
  const keys = pinnedKeys(provider.saml);
  return readLogoutRequest(received, { provider, keys, destination: logout, now: context.now });
}

/**
 * Returns the address of the provider with a signed message; undefined if it has none, or if messages cannot be signed.
 * Without the key of the school, which can have been dropped or sealed with another key, a logout here must still work.
 */
function logoutAddress(
  context: Context,
  provider: IdentityProvider,
  messageTo: (address: string) => Parameters<typeof signedAddress>[1],
): string | undefined {
  const address = provider.saml?.logoutAddress ?? undefined;
  if (address === undefined) return undefined;
  try {
    const key = ownKey(context, provider);
    return signedAddress(address, messageTo(address), key);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

/** Returns the address with the signed answer to a logout request; undefined if it cannot be sent. */
export function logoutResponseAddress(
  context: Context,
  provider: IdentityProvider,
  { id, relayState }: { id: string; relayState: string | undefined },
): string | undefined {
  const content = `<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status>`;
  return logoutAddress(context, provider, (address) => {
    const attributes = { ID: `_${newId()}`, InResponseTo: id, Destination: address };
    const xml = protocolMessage(context, provider, { name: "LogoutResponse", attributes, content });
    return { kind: "SAMLResponse", xml, relayState };
  });
}

/** Returns the address with a signed request to end a session there; undefined if it cannot be sent. */
export function logoutRequestAddress(
  context: Context,
  provider: IdentityProvider,
  { subject, session }: { subject: string; session: string | null },
): string | undefined {
  const [kind = "", ...name] = subject.split(":");
  const format = kind === "email" ? nameFormats.emailAddress : nameFormats.persistent;
  const nameId = `<saml:NameID Format="${format}">${escapeXml(name.join(":"))}</saml:NameID>`;
  const index = session === null ? "" : `<samlp:SessionIndex>${escapeXml(session)}</samlp:SessionIndex>`;
  return logoutAddress(context, provider, (address) => {
    const attributes = { ID: `_${newId()}`, Destination: address };
    const xml = protocolMessage(context, provider, { name: "LogoutRequest", attributes, content: `${nameId}${index}` });
    return { kind: "SAMLRequest", xml, relayState: undefined };
  });
}
