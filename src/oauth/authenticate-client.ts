import type { Context } from "#domain/context.ts";
import { matches } from "#lib/secret.ts";
import { type Client, isPublic, parseClientId } from "./client.ts";
import { findClient } from "./clients.ts";
import { invalidClient, invalidRequest } from "./error.ts";
import type { Form } from "./form.ts";

/**
 * `client_secret_post` (RFC 6749 §2.3.1) for confidential clients, `client_id` alone for public ones.
 * `client_secret_basic` is neither advertised nor accepted.
 */
export async function authenticateClient(
  context: Context,
  form: Form,
  authorization: string | undefined,
): Promise<Client> {
  if (authorization !== undefined) refuseHeader(authorization, form);
  const clientId = form.require("client_id");
  const id = parseClientId(clientId);
  const client = id && (await findClient(context, id));
  if (!client) throw invalidClient("The client is unknown at this site. Register it here, or check the client_id.");
  requireSecret(client, form.get("client_secret"), context.now);
  return client;
}

/** RFC 6749 §2.3: no more than one way of authentication in a request. */
function refuseHeader(authorization: string, form: Form): never {
  if (form.get("client_secret") !== undefined) {
    throw invalidRequest("Two kinds of credentials: send client_secret in the form, and no Authorization header.");
  }
  const scheme = authorization.split(" ", 1)[0];
  throw invalidClient(`${scheme} authentication is not supported here: send client_id and client_secret in the form.`);
}

function requireSecret(client: Client, secret: string | undefined, now: Date): void {
  if (isPublic(client)) {
    if (secret === undefined) return;
    throw invalidClient("This client is public: it has no client_secret. Leave it out.");
  }
  if (secret === undefined) throw invalidClient("This client is confidential: client_secret is missing.");
  if (client.secretDigest && matches(secret, client.secretDigest)) return;
  const { previousSecretDigest, previousSecretExpiresAt } = client;
  const stillAnswers = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  if (previousSecretDigest && stillAnswers && matches(secret, previousSecretDigest)) return;
  throw invalidClient("The client_secret is wrong.");
}
