import { type KeyObject, X509Certificate } from "node:crypto";

/** Settings of a SAML 2.0 provider. Its entity ID is the issuer of the provider. */
export interface SamlSettings {
  /** Address at which sign-ins begin (HTTP-Redirect binding). Empty until the metadata of the provider is known. */
  signInAddress: string;
  /** Address of single logout (HTTP-Redirect binding). */
  logoutAddress: string | null;
  /** Certificates with which the provider signs, in DER and base64. */
  certificates: string[];
  /** Certificate of this school for this provider, in DER and base64. */
  ownCertificate: string;
  /** Address of the provider's metadata, if it has one. */
  metadataAddress: string | null;
}

/** Two during a rollover. Some providers publish more at all times. */
export const maxCertificates = 4;

export const pinnedKeys = ({ certificates }: Pick<SamlSettings, "certificates">): KeyObject[] =>
  certificates.map((certificate) => readCertificate(certificate).publicKey);

export const readCertificate = (base64: string): X509Certificate => new X509Certificate(Buffer.from(base64, "base64"));
