import type { Context } from "#domain/platform/context.ts";
import { matches } from "#lib/secret.ts";
import { type Client, isPublic } from "./client.ts";
import { readClientCredentials } from "./client-credentials.ts";
import { invalidClient } from "../error.ts";
import type { Form } from "../form.ts";
import { readClient, rememberedClient } from "./known-clients.ts";

/**
 * Acts for the client that a request names and proves: by its secret for confidential clients, by `client_id` alone for
 * public ones. `act` answers undefined where its statement came to nothing; for a client that was
 * only remembered that may be because it is not what it was, so then it is read, and authenticated, anew.
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
