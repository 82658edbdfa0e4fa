import { createHash } from "node:crypto";
import { digest, matches } from "#lib/secrets/secret.ts";

/** Parameters of a request, a response or a notification. */
export type Fields = Readonly<Record<string, string>>;

interface Keys {
  hashKey: string;
  hashIv: string;
}

const signature = "CheckMacValue";

/**
 * The signature of ECPay (CheckMacValue, EncryptType 1): the fields, sorted without regard to case, between both keys,
 * encoded as .NET does, in lower case, as SHA-256. See https://developers.ecpay.com.tw/?p=2902.
 */
export function checkMacValue(fields: Fields, { hashKey, hashIv }: Keys): string {
  const sorted = Object.entries(fields)
    .filter(([name]) => name !== signature)
    .map(([name, value]) => ({ key: name.toLowerCase(), text: `${name}=${value}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const signed = [`HashKey=${hashKey}`, ...sorted.map(({ text }) => text), `HashIV=${hashIv}`].join("&");
  return createHash("sha256").update(encodeLikeDotNet(signed)).digest("hex").toUpperCase();
}

export const sign = (fields: Fields, keys: Keys): Fields => ({ ...fields, [signature]: checkMacValue(fields, keys) });

/** Compares in constant time. False without a signature. */
export const isSigned = (fields: Fields, keys: Keys): boolean =>
  matches(fields[signature] ?? "", digest(checkMacValue(fields, keys)));

/** `HttpUtility.UrlEncode` of .NET, in lower case: leaves `-_.!*()` and replaces spaces by plus signs. */
const encodeLikeDotNet = (text: string): string =>
  encodeURIComponent(text).toLowerCase().replaceAll("%20", "+").replaceAll("'", "%27").replaceAll("~", "%7e");
