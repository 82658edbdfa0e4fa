import type { Context } from "#domain/platform/context.ts";
import { escapeXml } from "#lib/svg/escape-xml.ts";
import { type IdentityProvider, samlAddresses } from "../provider.ts";
import { bindings, metadataNamespace, nameFormats, protocolNamespace, signatureNamespace } from "./names.ts";
import { encryptionMethods } from "./decrypt-assertion.ts";

/** Returns the metadata of the school for a provider (SAML Metadata §2.4.4), which a provider can import. */
export function ownMetadata(context: Context, { id, saml }: Pick<IdentityProvider, "id" | "saml">): string {
  const { entity, consumer, logout } = samlAddresses(context, id);
  const key = (use: "signing" | "encryption", methods = "") =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${saml?.ownCertificate ?? ""}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`;
  const methods = encryptionMethods.map((name) => `<md:EncryptionMethod Algorithm="${name}"/>`).join("");
  const logouts = [bindings.redirect, bindings.post]
    .map((binding) => `<md:SingleLogoutService Binding="${binding}" Location="${escapeXml(logout)}"/>`)
    .join("");
  const formats = [nameFormats.persistent, nameFormats.emailAddress]
    .map((format) => `<md:NameIDFormat>${format}</md:NameIDFormat>`)
    .join("");
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<md:EntityDescriptor xmlns:md="${metadataNamespace}" xmlns:ds="${signatureNamespace}" entityID="${escapeXml(entity)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${protocolNamespace}">`,
    `${key("signing")}${key("encryption", methods)}`,
    `${logouts}${formats}`,
    `<md:AssertionConsumerService index="0" isDefault="true" Binding="${bindings.post}" Location="${escapeXml(consumer)}"/>`,
    `</md:SPSSODescriptor></md:EntityDescriptor>`,
    "",
  ].join("\n");
}
