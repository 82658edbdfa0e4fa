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
 * The address of the provider, if messages to it can be signed. Without the key of the school, which can have been
 * dropped, a logout here must still work.
 */
const reachableAddress = ({ saml, clientSecret }: IdentityProvider): string | undefined =>
  clientSecret === null ? undefined : (saml?.logoutAddress ?? undefined);

/** Returns the address with the signed answer to a logout request; undefined if the provider has no address for it. */
export function logoutResponseAddress(
  context: Context,
  provider: IdentityProvider,
  { id, relayState }: { id: string; relayState: string | undefined },
): string | undefined {
  const address = reachableAddress(provider);
  if (address === undefined) return undefined;
  const status = `<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status>`;
  const attributes = { ID: `_${newId()}`, InResponseTo: id, Destination: address };
  const xml = protocolMessage(context, provider, { name: "LogoutResponse", attributes, content: status });
  return signedAddress(address, { kind: "SAMLResponse", xml, relayState }, ownKey(context, provider));
}

/** Returns the address with a signed request to end a session there; undefined if the provider has none. */
export function logoutRequestAddress(
  context: Context,
  provider: IdentityProvider,
  { subject, session }: { subject: string; session: string | null },
): string | undefined {
  const address = reachableAddress(provider);
  if (address === undefined) return undefined;
  const [kind = "", ...name] = subject.split(":");
  const format = kind === "email" ? nameFormats.emailAddress : nameFormats.persistent;
  const nameId = `<saml:NameID Format="${format}">${escapeXml(name.join(":"))}</saml:NameID>`;
  const index = session === null ? "" : `<samlp:SessionIndex>${escapeXml(session)}</samlp:SessionIndex>`;
  const attributes = { ID: `_${newId()}`, Destination: address };
  const xml = protocolMessage(context, provider, { name: "LogoutRequest", attributes, content: `${nameId}${index}` });
  return signedAddress(address, { kind: "SAMLRequest", xml, relayState: undefined }, ownKey(context, provider));
}
