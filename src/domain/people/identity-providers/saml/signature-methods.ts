import { constants, type KeyObject, verify } from "node:crypto";

interface Method {
  hash: "sha256" | "sha384" | "sha512";
  keyType: "rsa" | "ec";
  isPss?: boolean;
}

/** Signature methods that are accepted. SHA-1 and shared secrets are not among them. */
const methods: Readonly<Record<string, Method>> = {
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": { hash: "sha256", keyType: "rsa" },
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384": { hash: "sha384", keyType: "rsa" },
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": { hash: "sha512", keyType: "rsa" },
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1": { hash: "sha256", keyType: "rsa", isPss: true },
  "http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1": { hash: "sha384", keyType: "rsa", isPss: true },
  "http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1": { hash: "sha512", keyType: "rsa", isPss: true },
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256": { hash: "sha256", keyType: "ec" },
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384": { hash: "sha384", keyType: "ec" },
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512": { hash: "sha512", keyType: "ec" },
};

/** Digest methods that are accepted. */
export const digestMethods: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/04/xmlenc#sha256": "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384": "sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512": "sha512",
};

export const isSignatureMethod = (name: string): boolean => Object.hasOwn(methods, name);

/** Returns whether one of the keys made the signature. The method must fit the key. */
export function isSignedBy(keys: readonly KeyObject[], name: string, signed: Buffer, signature: Buffer): boolean {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) return false;
  const { hash, keyType, isPss = false } = method;
  return keys
    .filter((key) => key.asymmetricKeyType === keyType)
    .some((key) => {
      const padding = isPss
        ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
        : {};
      return verify(hash, signed, { key, ...padding, dsaEncoding: "ieee-p1363" }, signature);
    });
}
