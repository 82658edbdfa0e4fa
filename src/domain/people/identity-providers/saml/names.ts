/** Namespaces and identifiers of SAML 2.0, XML Signature and XML Encryption. */
export const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
export const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
export const metadataNamespace = "urn:oasis:names:tc:SAML:2.0:metadata";
export const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
export const encryptionNamespace = "http://www.w3.org/2001/04/xmlenc#";

export const exclusiveCanonical = "http://www.w3.org/2001/10/xml-exc-c14n#";
export const envelopedSignature = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
export const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

export const bindings = {
  redirect: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
  post: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
} as const;

export const nameFormats = {
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  emailAddress: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
} as const;

export const success = "urn:oasis:names:tc:SAML:2.0:status:Success";
export const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
