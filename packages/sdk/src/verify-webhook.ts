/** A delivery that is not signed by the school, or is too old. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/** The headers of a delivery: `Headers`, or those of a Node.js request. */
export type DeliveryHeaders =
  | Readonly<Record<string, string | string[] | undefined>>
  | { get(name: string): string | null };

export interface VerifyOptions {
  /** Default: 300. */
  toleranceSeconds?: number;
  now?: Date;
}

/** Verifies a delivery (Standard Webhooks) and returns its body. Throws `WebhookSignatureError`. */
export async function verifySigned<Event>(
  body: string,
  headers: DeliveryHeaders,
  secret: string,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<Event> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds))
    throw new WebhookSignatureError("The timestamp of the delivery is too old or too new.");
  const key = await crypto.subtle.importKey("raw", keyOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures) {
    const [version, base64 = ""] = signature.split(",");
    // Compares in constant time.
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(base64), signed))) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Signed by the school.
      return JSON.parse(body) as Event;
    }
  }
  throw new WebhookSignatureError("No signature of the delivery matches. Check the secret of the endpoint.");
}

function headerOf(headers: DeliveryHeaders, name: string): string {
  const value = typeof headers.get === "function" ? headers.get(name) : valueOf(headers, name);
  if (typeof value === "string") return value;
  throw new WebhookSignatureError(`The delivery has no header ${name}.`);
}

const valueOf = (headers: DeliveryHeaders, name: string): unknown =>
  (headers as Readonly<Record<string, unknown>>)[name];

const keyOf = (secret: string): Uint8Array<ArrayBuffer> => bytesOf(secret.replace(/^whsec_/, ""));

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookSignatureError("The secret or the signature is not Base64.");
  }
}
