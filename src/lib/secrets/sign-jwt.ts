import { type KeyObject, sign } from "node:crypto";

/** Returns a JWT signed with ES256 (RFC 7515 §3.1, RFC 7518 §3.4). `key`: a private key on the curve P-256. */
export function signJwt(key: KeyObject, header: object, claims: object): string {
  const signed = `${encode({ alg: "ES256", ...header })}.${encode(claims)}`;
  return `${signed}.${joinIntegers(sign("sha256", Buffer.from(signed), key)).toString("base64url")}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Converts a DER sequence of the integers r and s to 32 bytes of each. Node.js does it with the option `dsaEncoding`, but
 * then takes twice as long: it finds out by two exceptions that an object with options is no key.
 */
function joinIntegers(der: Buffer): Buffer {
  const endOfR = 4 + der.readUInt8(3);
  return Buffer.concat([in32Bytes(der.subarray(4, endOfR)), in32Bytes(der.subarray(endOfR + 2))]);
}

/** DER leaves out leading zeros, but has one before a first bit that is set. */
const in32Bytes = (integer: Buffer): Buffer => Buffer.concat([Buffer.alloc(32), integer]).subarray(-32);
