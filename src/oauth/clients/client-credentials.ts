import { decodeBase64 } from "#lib/wire/base64.ts";
import { invalidClient, invalidRequest } from "../error.ts";
import type { Form } from "../form.ts";

export interface ClientCredentials {
  clientId: string;
  secret: string | undefined;
}

/**
 * Reads `client_secret_post`, `client_secret_basic` or `none` (RFC 6749 §2.3.1). Basic is accepted and not advertised:
 * clients that use it by default work, and clients that choose by the metadata use the form. Rejects a request that
 * uses more than one method (RFC 6749 §2.3).
 */
export function readClientCredentials(form: Form, authorization: string | undefined): ClientCredentials {
  const secret = form.get("client_secret");
  if (authorization !== undefined && secret !== undefined) {
    throw invalidRequest(
      "The request has two kinds of client credentials. Send either client_secret in the form, or an Authorization header.",
    );
  }
  if (form.get("client_assertion") !== undefined) refuseAssertion(secret !== undefined || authorization !== undefined);
  if (authorization === undefined) return { clientId: form.require("client_id"), secret };

  const credentials = readBasic(authorization);
  const clientId = form.get("client_id");
  if (clientId !== undefined && clientId !== credentials.clientId) {
    throw invalidRequest("client_id in the form differs from the one in the Authorization header.");
  }
  return credentials;
}

/** A client assertion (RFC 7521 §4.2) would be a second method next to a secret. */
function refuseAssertion(hasSecret: boolean): never {
  if (hasSecret)
    throw invalidRequest(
      "The request has two kinds of client credentials. Send client_secret without client_assertion.",
    );
  throw invalidClient("client_assertion is not supported: send client_id, and client_secret if the client has one.");
}

/**
 * RFC 7617 §2, with both parts form-urlencoded (RFC 6749 §2.3.1). An empty password counts as no secret, as an empty
 * form field does: some libraries send public clients as `id:`.
 */
function readBasic(authorization: string): ClientCredentials {
  const [, scheme, encoded = ""] = /^([^ ]+) +([^ ]+) *$/.exec(authorization) ?? [];
  if (scheme !== undefined && scheme.toLowerCase() !== "basic") {
    throw invalidClient(`${scheme} authentication is not supported: send client_id and client_secret in the form.`);
  }
  const text = decodeBase64(encoded)?.toString() ?? "";
  const colon = text.indexOf(":");
  const [clientId, secret] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)].map(decodeFormValue);
  if (!clientId || secret === undefined) {
    throw invalidClient("The Authorization header must be Basic with client_id:client_secret, both form-urlencoded.");
  }
  return { clientId, secret: secret === "" ? undefined : secret };
}

/** Returns undefined if the text is not form-urlencoded UTF-8, or contains a zero byte. */
function decodeFormValue(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll("+", " "));
    return decoded.includes("\0") ? undefined : decoded;
  } catch {
    return undefined;
  }
}
