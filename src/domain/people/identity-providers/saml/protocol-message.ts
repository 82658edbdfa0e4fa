import type { Context } from "#domain/platform/context.ts";
import { escapeXml } from "#lib/svg/escape-xml.ts";
import { type IdentityProvider, samlAddresses } from "../provider.ts";
import { assertionNamespace, protocolNamespace } from "./names.ts";
import type { RequestSecrets } from "#domain/people/identity-providers/requests.ts";

interface Message {
  name: "AuthnRequest" | "LogoutRequest" | "LogoutResponse";
  attributes: Readonly<Record<string, string>> & { ID: string; Destination: string };
  /** XML after the issuer. */
  content: string;
}

/** Returns a message of the school (SAML Core §3.2). */
export function protocolMessage(
  context: Context,
  { id }: Pick<IdentityProvider, "id">,
  { name, attributes, content }: Message,
): string {
  const all = {
    "xmlns:samlp": protocolNamespace,
    "xmlns:saml": assertionNamespace,
    Version: "2.0",
    IssueInstant: context.now.toISOString(),
    ...attributes,
  };
  const written = Object.entries(all).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const issuer = `<saml:Issuer>${escapeXml(samlAddresses(context, id).entity)}</saml:Issuer>`;
  return `<samlp:${name}${written.join("")}>${issuer}${content}</samlp:${name}>`;
}

/** The ID of the request in SAML: an XML name, which begins with a letter or an underscore. */
export const requestIdOf = ({ nonce }: RequestSecrets): string => `_${nonce}`;
