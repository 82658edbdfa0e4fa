import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from "node:crypto";

const encryption = "http://www.w3.org/2001/04/xmlenc#";
const encryption11 = "http://www.w3.org/2009/xmlenc11#";

export interface Encrypting {
  /** Encrypts the key with PKCS #1 v1.5. */
  isPkcs1?: boolean;
  /** Hash of OAEP, as its name in methods. */
  hash?: "sha1" | "sha256";
  cipher?: "aes256-gcm" | "aes128-gcm" | "aes256-cbc";
  /** Puts the key beside the data. */
  isBeside?: boolean;
  /** Changes the encrypted text. */
  change?: (bytes: Buffer) => Buffer;
}

/** Encrypts an assertion for the key of a certificate (XML Encryption 1.1). */
export function encryptAssertion(
  xml: string,
  certificate: string,
  {
    isPkcs1 = false,
    hash = "sha1",
    cipher = "aes256-gcm",
    isBeside = false,
    change = (bytes) => bytes,
  }: Encrypting = {},
): string {
  const secret = randomBytes(cipher === "aes128-gcm" ? 16 : 32);
  const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
  const padding = isPkcs1 ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const sealed = publicEncrypt({ key: publicKey, padding, ...(!isPkcs1 && { oaepHash: hash }) }, secret);
  const method = isPkcs1
    ? `<xenc:EncryptionMethod Algorithm="${encryption}rsa-1_5"/>`
    : hash === "sha1"
      ? `<xenc:EncryptionMethod Algorithm="${encryption}rsa-oaep-mgf1p"/>`
      : `<xenc:EncryptionMethod Algorithm="${encryption11}rsa-oaep"><ds:DigestMethod Algorithm="${encryption}sha256"/><xenc11:MGF xmlns:xenc11="${encryption11}" Algorithm="${encryption11}mgf1sha256"/></xenc:EncryptionMethod>`;
  const key = `<xenc:EncryptedKey>${method}${valueOf(sealed)}</xenc:EncryptedKey>`;
  const algorithm = `${cipher.endsWith("gcm") ? encryption11 : encryption}${cipher}`;
  const content = valueOf(change(encrypted(Buffer.from(xml), secret, cipher)));
  const keyInfo = isBeside ? "" : `<ds:KeyInfo>${key}</ds:KeyInfo>`;
  const data = `<xenc:EncryptedData Type="${encryption}Element"><xenc:EncryptionMethod Algorithm="${algorithm}"/>${keyInfo}${content}</xenc:EncryptedData>`;
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xenc="${encryption}" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${data}${isBeside ? key : ""}</saml:EncryptedAssertion>`;
}

function encrypted(plain: Buffer, secret: Buffer, cipher: NonNullable<Encrypting["cipher"]>): Buffer {
  if (cipher === "aes256-cbc") {
    const iv = randomBytes(16);
    const cbc = createCipheriv("aes-256-cbc", secret, iv);
    return Buffer.concat([iv, cbc.update(plain), cbc.final()]);
  }
  const iv = randomBytes(12);
  const gcm = createCipheriv(cipher === "aes128-gcm" ? "aes-128-gcm" : "aes-256-gcm", secret, iv);
  return Buffer.concat([iv, gcm.update(plain), gcm.final(), gcm.getAuthTag()]);
}

const valueOf = (bytes: Buffer): string =>
  `<xenc:CipherData><xenc:CipherValue>${bytes.toString("base64")}</xenc:CipherValue></xenc:CipherData>`;
