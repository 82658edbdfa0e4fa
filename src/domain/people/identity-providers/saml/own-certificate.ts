import { generateKeyPair, type KeyObject, randomBytes, sign } from "node:crypto";
import { promisify } from "node:util";

/** A key pair of the school for one provider. It signs requests, and assertions are encrypted for it. */
export interface OwnKeyPair {
  /** PKCS #8 in DER. */
  privateKey: Buffer;
  /** Self-signed certificate in DER and base64. Providers pin it: they compare the key. */
  certificate: string;
}

const generate = promisify(generateKeyPair);

/** Long, because providers that check the dates of certificates would otherwise stop sign-ins. */
const validityYears = 20;

export async function newKeyPair(now: Date): Promise<OwnKeyPair> {
  const { publicKey, privateKey } = await generate("rsa", { modulusLength: 3072 });
  return {
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }),
    certificate: selfSigned(publicKey, privateKey, now).toString("base64"),
  };
}

/** Builds a certificate (RFC 5280 §4.1) with the name “Lectern”: metadata has no other place for keys that all read. */
function selfSigned(publicKey: KeyObject, privateKey: KeyObject, now: Date): Buffer {
  const algorithm = sequence(objectId("2a864886f70d01010b"), der(0x05)); // sha256WithRSAEncryption
  const commonName = sequence(objectId("550403"), der(0x0c, Buffer.from("Lectern")));
  const name = sequence(der(0x31, commonName));
  const from = new Date(now.getTime() - 86_400_000);
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear() + validityYears);
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1, ...randomBytes(15)])), // serial number
    algorithm,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ format: "der", type: "spki" }),
  );
  const signature = sign("sha256", certificate, privateKey);
  return sequence(certificate, algorithm, der(0x03, Buffer.from([0]), signature));
}

/** Encodes a value with its tag and length (X.690 §8.1). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));

/** UTCTime until 2049, then GeneralizedTime (RFC 5280 §4.1.2.5). */
function time(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
  const isEarly = date.getUTCFullYear() < 2050;
  return isEarly ? der(0x17, Buffer.from(`${text.slice(2)}Z`)) : der(0x18, Buffer.from(`${text}Z`));
}
