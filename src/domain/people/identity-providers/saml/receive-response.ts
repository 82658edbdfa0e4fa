import type { Context, RequestContext } from "#domain/platform/context.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import { digest } from "#lib/secrets/secret.ts";
import { requireIdentities } from "../identity-system.ts";
import { type IdentityProvider, samlAddresses } from "../provider.ts";
import { ProviderError, type ProviderFailure } from "../provider-error.ts";
import { findRequest, type RequestSecrets, storeResponse, useOnce } from "../requests.ts";
import type { SentClaims } from "../upstream/sent-claims.ts";
import { ownKey } from "./own-key.ts";
import { readAssertion } from "./read-assertion.ts";
import { readResponse } from "./read-response.ts";
import { requestIdOf } from "./protocol-message.ts";
import { pinnedKeys } from "./saml-settings.ts";

/** Longest time for which an assertion is remembered. Its request is gone long before. */
const maxMemoryMs = 86_400_000;

type Stored = { claims: SentClaims; until: number } | { failure: { kind: ProviderFailure; message: string } };

/**
 * Checks a response that arrives in a POST of another site, without the cookies of the browser, and stores what it says
 * with its request. Only the browser that began the request gets it (`readStoredResponse`). Returns false for an unknown
 * request, whose response is not even read.
 */
export async function receiveResponse(
  context: RequestContext,
  provider: IdentityProvider,
  { state, message }: { state: string; message: string },
): Promise<boolean> {
  const secrets = await findRequest(context, provider.id, state);
  if (!secrets) return false;
  const outcome = check(context, provider, secrets, message);
  await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const isNew = "claims" in outcome && (await useOnce(inside, outcome.use, outcome.until));
    const stored = isNew ? { claims: outcome.claims, until: outcome.until.getTime() } : failureOf(outcome);
    const plain = Buffer.from(JSON.stringify(stored));
    const response = seal(requireIdentities(context).key, plain, boxOfResponse(context, provider, state));
    await storeResponse(inside, provider.id, { state, response, replaces: isNew });
  });
  return true;
}

type Failed = Extract<Stored, { failure: unknown }>;
type Checked = { claims: SentClaims; use: string; until: Date } | Failed;

function check(context: Context, provider: IdentityProvider, secrets: RequestSecrets, message: string): Checked {
  try {
    if (!provider.saml) throw new ProviderError("invalid", "The provider does not use SAML.");
    const { entity, consumer } = samlAddresses(context, provider.id);
    const keys = { provider: pinnedKeys(provider.saml), own: () => ownKey(context, provider) };
    const { assertion, id, expiresAt } = readResponse(Buffer.from(message, "base64"), keys, {
      issuer: provider.issuer,
      audience: entity,
      recipient: consumer,
      requestId: requestIdOf(secrets),
      now: context.now,
    });
    const until = new Date(Math.min(expiresAt.getTime(), context.now.getTime() + maxMemoryMs));
    return { claims: readAssertion(provider, assertion), use: `${provider.id}\nassertion\n${id}`, until };
  } catch (error) {
    if (error instanceof ProviderError) return failure(error);
    throw error;
  }
}

const failure = ({ kind, message }: ProviderError): Failed => ({ failure: { kind, message } });

const failureOf = (outcome: Checked): Failed =>
  "failure" in outcome ? outcome : failure(new ProviderError("invalid", "The assertion was used before."));

/** Returns what the response to a request said. Throws ProviderError. */
export function readStoredResponse(
  context: Context,
  provider: IdentityProvider,
  { state, response }: RequestSecrets & { response: Buffer | null },
): SentClaims {
  if (response === null) throw new ProviderError("invalid", "The provider has sent no response.");
  const plain = openResponse(context, provider, { state, response });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this module seals it.
  const stored = JSON.parse(plain.toString()) as Stored;
  if ("failure" in stored) throw new ProviderError(stored.failure.kind, stored.failure.message);
  if (stored.until <= context.now.getTime()) throw new ProviderError("invalid", "The assertion has expired.");
  return stored.claims;
}

function openResponse(
  context: Context,
  provider: IdentityProvider,
  { state, response }: { state: string; response: Buffer },
): Buffer {
  try {
    return open(requireIdentities(context).key, response, boxOfResponse(context, provider, state));
  } catch (cause) {
    throw new ProviderError("invalid", "The settings of the provider have changed since its response.", { cause });
  }
}

/** A response counts only with the settings by which it was checked: a key or a domain can have been withdrawn. */
function boxOfResponse({ site }: Context, { id, saml, domains }: IdentityProvider, state: string): string {
  const settings = digest(JSON.stringify([saml?.certificates, domains])).toString("hex");
  return `provider response ${site.id} ${id} ${state} ${settings}`;
}
