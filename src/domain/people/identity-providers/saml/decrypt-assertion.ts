import { constants, createDecipheriv, type KeyObject, privateDecrypt } from "node:crypto";
import { attributeOf, childrenNamed, elementsBelow, isNamed, textOf, type XmlElement } from "#lib/xml/xml-tree.ts";
import { ProviderError } from "../provider-error.ts";
import { encryptionNamespace, signatureNamespace } from "./names.ts";

const encryption11 = "http://www.w3.org/2009/xmlenc11#";

interface Cipher {
  gcm?: "aes-128-gcm" | "aes-256-gcm";
  cbc?: "aes-128-cbc" | "aes-256-cbc";
  keyLength: number;
}

/** Encryption of the content. CBC does not notice changes. */
const ciphers: Readonly<Record<string, Cipher>> = {
  [`${encryption11}aes128-gcm`]: { gcm: "aes-128-gcm", keyLength: 16 },
  [`${encryption11}aes256-gcm`]: { gcm: "aes-256-gcm", keyLength: 32 },
  [`${encryptionNamespace}aes128-cbc`]: { cbc: "aes-128-cbc", keyLength: 16 },
  [`${encryptionNamespace}aes256-cbc`]: { cbc: "aes-256-cbc", keyLength: 32 },
};

/** Preferred methods in the metadata of the school, the best one first. */
export const encryptionMethods = [
  `${encryption11}aes256-gcm`,
  `${encryption11}aes128-gcm`,
  `${encryptionNamespace}rsa-oaep-mgf1p`,
];

/** Hashes of RSA-OAEP, by digest method. RSA with PKCS #1 v1.5 is refused: its errors reveal keys (Bleichenbacher). */
const hashes: Readonly<Record<string, string>> = {
  [`${signatureNamespace}sha1`]: "sha1",
  [`${encryptionNamespace}sha256`]: "sha256",
  [`${encryptionNamespace}sha512`]: "sha512",
};

interface Options {
  key: KeyObject;
  /** True if a valid signature covers the encrypted text. Only then is CBC accepted, because its errors reveal texts. */
  isAuthentic: boolean;
}

/** Returns the XML text of an encrypted assertion (SAML Core §2.3.4). Throws ProviderError. */
export function decryptAssertion(element: XmlElement, { key, isAuthentic }: Options): string {
  const [data, ...others] = childrenNamed(element, encryptionNamespace, "EncryptedData");
  const keys = [...elementsBelow(element)].filter((one) => isNamed(one, encryptionNamespace, "EncryptedKey"));
  const [encryptedKey] = keys;
  if (!data || others.length > 0 || !encryptedKey || keys.length > 1) {
    throw refused("The encrypted assertion does not have exactly one key.");
  }
  const method = attributeOf(methodOf(data), "Algorithm") ?? "";
  const cipher = Object.hasOwn(ciphers, method) ? ciphers[method] : undefined;
  if (!cipher) throw refused(`The encryption method ${method} is not accepted.`);
  if (cipher.cbc && !isAuthentic) {
    throw refused(
      "An assertion that is encrypted with CBC is accepted only in a signed response. Use GCM, or sign both.",
    );
  }
  const oaepHash = oaepHashOf(methodOf(encryptedKey));
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const secret = privateDecrypt({ key, padding, oaepHash }, cipherValueOf(encryptedKey));
    if (secret.length !== cipher.keyLength) throw new Error("The key has another length.");
    const plain = decipher(cipher, secret, cipherValueOf(data));
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch (cause) {
    throw new ProviderError("invalid", "The assertion could not be decrypted with the key of this school.", { cause });
  }
}

function decipher({ gcm, cbc = "aes-256-cbc" }: Cipher, secret: Buffer, bytes: Buffer): Buffer {
  if (gcm) {
    const opening = createDecipheriv(gcm, secret, bytes.subarray(0, 12), { authTagLength: 16 });
    opening.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([opening.update(bytes.subarray(12, -16)), opening.final()]);
  }
  const opening = createDecipheriv(cbc, secret, bytes.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([opening.update(bytes.subarray(16)), opening.final()]);
  // The last byte is the number of bytes of the padding, which are arbitrary (XML Encryption §5.2).
  const length = padded.at(-1) ?? 0;
  if (length < 1 || length > 16) throw new Error("The padding is wrong.");
  return padded.subarray(0, -length);
}

/** RSA-OAEP with the same hash for the label and for the mask. */
function oaepHashOf(method: XmlElement): string {
  const name = attributeOf(method, "Algorithm") ?? "";
  const part = (namespace: string, local: string): string | undefined => {
    const [child] = childrenNamed(method, namespace, local);
    return child && attributeOf(child, "Algorithm");
  };
  const digest = part(signatureNamespace, "DigestMethod") ?? `${signatureNamespace}sha1`;
  const hash = Object.hasOwn(hashes, digest) ? hashes[digest] : undefined;
  const mask =
    name === `${encryption11}rsa-oaep` ? (part(encryption11, "MGF") ?? `${encryption11}mgf1sha1`) : undefined;
  const isOaep = mask !== undefined || name === `${encryptionNamespace}rsa-oaep-mgf1p`;
  const isUsable = mask === undefined ? hash === "sha1" : mask === `${encryption11}mgf1${hash}`;
  if (
    !isOaep ||
    hash === undefined ||
    !isUsable ||
    childrenNamed(method, encryptionNamespace, "OAEPparams").length > 0
  ) {
    throw refused(`The encryption ${name} of the key is not accepted. Use RSA-OAEP with one hash.`);
  }
  return hash;
}

function methodOf(element: XmlElement): XmlElement {
  const [method, ...others] = childrenNamed(element, encryptionNamespace, "EncryptionMethod");
  if (!method || others.length > 0) throw refused("The encrypted assertion names no method.");
  return method;
}

function cipherValueOf(element: XmlElement): Buffer {
  const [data] = childrenNamed(element, encryptionNamespace, "CipherData");
  const [value] = data ? childrenNamed(data, encryptionNamespace, "CipherValue") : [];
  return Buffer.from((value && textOf(value)) ?? "", "base64");
}

const refused = (message: string): ProviderError => new ProviderError("invalid", message);
