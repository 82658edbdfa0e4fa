import { type KeyObject, sign } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { rsaSha256 } from "./names.ts";

interface Message {
  kind: "SAMLRequest" | "SAMLResponse";
  xml: string;
  relayState: string | undefined;
}

/** Returns an address with a signed message in its query (SAML Bindings §3.4.4). */
export function signedAddress(address: string, { kind, xml, relayState }: Message, key: KeyObject): string {
  const pairs = [
    [kind, deflateRawSync(xml).toString("base64")],
    ...(relayState === undefined ? [] : [["RelayState", relayState]]),
    ["SigAlg", rsaSha256],
  ];
  const query = pairs.map(([name = "", value = ""]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const signature = sign("sha256", Buffer.from(query), key).toString("base64");
  return `${address}${address.includes("?") ? "&" : "?"}${query}&Signature=${encodeURIComponent(signature)}`;
}
