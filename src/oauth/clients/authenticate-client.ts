import type { Context } from "#domain/platform/context.ts";
import { matches } from "#lib/secrets/secret.ts";
import { type Client, isPublic } from "./client.ts";
import { readClientCredentials } from "./client-credentials.ts";
import { invalidClient } from "../error.ts";
import type { Form } from "../form.ts";
import { readClient, rememberedClient } from "./known-clients.ts";

/**
 * Authenticates the client of a request and acts for it: confidential clients by their secret, public ones by
 * `client_id` alone. `act` returns undefined if its statement had no effect. With a cached client the reason may be a
 * stale cache entry; the client is then read and authenticated again.
 */
export async function actAsClient<Result>(
  context: Context,
  form: Form,
  authorization: string | undefined,
  act: (client: Client) => Promise<Result | undefined>,
): Promise<{ client: Client; result: Result | undefined }> {
  const { clientId, secret } = readClientCredentials(form, authorization);

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

/** Returns the problem with the secret, or undefined if it is correct. */
function secretProblem(client: Client, secret: string | undefined, now: Date): string | undefined {
  if (isPublic(client)) {
    return secret === undefined ? undefined : "This client is public and has no client_secret. Omit it.";
  }
  if (secret === undefined) return "This client is confidential: client_secret is missing.";
  if (client.secretDigest && matches(secret, client.secretDigest)) return undefined;
  const { previousSecretDigest, previousSecretExpiresAt } = client;
  const stillAnswers = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  if (previousSecretDigest && stillAnswers && matches(secret, previousSecretDigest)) return undefined;
  return "The client_secret is wrong.";
}
