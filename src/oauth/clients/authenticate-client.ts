import type { Context } from "#domain/context.ts";
import { matches } from "#lib/secret.ts";
import { type Client, isPublic } from "./client.ts";
import { invalidClient, invalidRequest } from "../error.ts";
import type { Form } from "../form.ts";
import { readClient, rememberedClient } from "./known-clients.ts";

/**
 * Acts for the client that a form names and proves: `client_secret_post` (RFC 6749 §2.3.1) for confidential clients,
 * `client_id` alone for public ones. `act` answers undefined where its statement came to nothing; for a client that was
 * only remembered that may be because it is not what it was, so then it is read, and authenticated, anew.
 */
export async function actAsClient<Result>(
  context: Context,
  form: Form,
  authorization: string | undefined,
  act: (client: Client) => Promise<Result | undefined>,
): Promise<{ client: Client; result: Result | undefined }> {
  if (authorization !== undefined) refuseHeader(authorization, form);
  if (form.get("client_assertion") !== undefined) refuseAssertion(form);
  const clientId = form.require("client_id");
  const secret = form.get("client_secret");

  const remembered = rememberedClient(context, clientId);
  const trusted = remembered !== undefined && secretProblem(remembered, secret, context.now) === undefined;
  if (trusted) {
    const result = await act(remembered);
    if (result !== undefined) return { client: remembered, result };
  }
  const client = await readClient(context, clientId);
  if (!client) throw invalidClient("The client is unknown at this site. Register it here, or check the client_id.");
  const problem = secretProblem(client, secret, context.now);
  if (problem !== undefined) throw invalidClient(problem);
  const unchanged = trusted && remembered.version === client.version;
  return { client, result: unchanged ? undefined : await act(client) };
}

/** RFC 6749 §2.3: no more than one way of authentication in a request. */
function refuseHeader(authorization: string, form: Form): never {
  if (form.get("client_secret") !== undefined) {
    throw invalidRequest("Two kinds of credentials: send client_secret in the form, and no Authorization header.");
  }
  const scheme = authorization.split(" ", 1)[0];
  throw invalidClient(`${scheme} authentication is not supported here: send client_id and client_secret in the form.`);
}

/** RFC 7521 §4.2, which would be a second way beside a secret. */
function refuseAssertion(form: Form): never {
  if (form.get("client_secret") !== undefined) {
    throw invalidRequest("Two kinds of credentials: send client_secret, and no client_assertion.");
  }
  throw invalidClient("client_assertion is not supported here: send client_id, and client_secret if there is one.");
}

/** What is wrong with the secret, or undefined where it is right. */
function secretProblem(client: Client, secret: string | undefined, now: Date): string | undefined {
  if (isPublic(client)) {
    return secret === undefined ? undefined : "This client is public: it has no client_secret. Leave it out.";
  }
  if (secret === undefined) return "This client is confidential: client_secret is missing.";
  if (client.secretDigest && matches(secret, client.secretDigest)) return undefined;
  const { previousSecretDigest, previousSecretExpiresAt } = client;
  const stillAnswers = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  if (previousSecretDigest && stillAnswers && matches(secret, previousSecretDigest)) return undefined;
  return "The client_secret is wrong.";
}
