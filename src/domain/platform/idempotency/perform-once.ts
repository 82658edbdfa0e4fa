import { createHash } from "node:crypto";
import type * as z from "zod";
import { rows } from "#database/statements/sql.ts";
import { memberOf } from "#access/caller.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { admit, needsPreparation, type Operation, prepare, write } from "#domain/platform/operation.ts";
import { traceOperation } from "#domain/platform/trace-operation.ts";
import { Problem, type ProblemCode, RetryableProblem } from "#domain/platform/problem.ts";
import { canonicalPieces } from "#lib/event-loop/canonical-json.ts";
import { jsonOf } from "#lib/event-loop/stringify.ts";
import { parseLargeJson } from "#lib/json/parse-large-json.ts";
import { digest } from "#lib/secrets/secret.ts";

/** A response in the format of the surface. */
export interface Answer {
  status: number;
  body: unknown;
}

export interface Once<Output> {
  /** Chosen by the client: 1 to 255 visible ASCII characters. */
  key: string;
  /** Identifies the request: method, address and body. JSON with the same meaning is the same body. */
  request: unknown;
  answer(output: Output): Answer | Promise<Answer>;
  /** Returns undefined for transient failures, which are not stored. */
  answerTo(problem: Problem): Answer | undefined;
}

const keyLifetimeMs = 24 * 60 * 60_000;

/**
 * Returns the stored response to this request, if there is one. For requests that are read against the current state,
 * because the first attempt has changed it.
 */
export async function findReplay(
  operation: Operation,
  context: RequestContext,
  { key, request }: Pick<Once<unknown>, "key" | "request">,
): Promise<(Answer & { replayed: true }) | undefined> {
  authorize(context.caller, operation.access);
  const stored = await findAnswer(context, digestOf(context, key));
  return stored && { ...(await replay(stored, await digestOfJson(request))), replayed: true };
}

/**
 * Performs a write at most once per idempotency key. The key is stored in the transaction of the write, so that a
 * crash leaves both or neither. Concurrent requests with the same key fail with `idempotency_in_progress`, except the
 * first.
 */
export const performOnce = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: RequestContext,
  rawInput: unknown,
  once: Once<z.output<Output>>,
): Promise<Answer & { replayed: boolean }> =>
  traceOperation(operation, context, () => writeOrReplay(operation, context, rawInput, once));

async function writeOrReplay<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: RequestContext,
  rawInput: unknown,
  once: Once<z.output<Output>>,
): Promise<Answer & { replayed: boolean }> {
  // A replay returns the stored response, so the caller must still have the scope and role of the write.
  authorize(context.caller, operation.access);
  const keyDigest = digestOf(context, once.key);
  const requestDigest = await digestOfJson(once.request);
  try {
    // Skips preparation if the key already has a stored response.
    const mustPrepare = needsPreparation(operation);
    const storedAnswer = mustPrepare ? await findAnswer(context, keyDigest) : undefined;
    if (storedAnswer) return { ...(await replay(storedAnswer, requestDigest)), replayed: true };
    const prepared = mustPrepare
      ? await prepare(operation, context, await admit(operation, context, rawInput))
      : undefined;
    return await context.db.transaction(async (db) => {
      const inside = { ...(prepared?.context ?? context), db };
      await takeKey(inside, keyDigest);
      const earlier = await findAnswer(inside, keyDigest);
      if (earlier) return { ...(await replay(earlier, requestDigest)), replayed: true };
      const input = prepared?.input ?? (await admit(operation, inside, rawInput));
      const { output } = await write(operation, inside, input);
      const answer = await once.answer(output);
      await keepAnswer(inside, keyDigest, requestDigest, answer);
      return { ...answer, replayed: false };
    });
  } catch (error) {
    const answer = error instanceof Problem && isAboutTheRequest(error) ? once.answerTo(error) : undefined;
    if (answer) await keepAnswer(context, keyDigest, requestDigest, answer);
    throw error;
  }
}

/**
 * Excludes failures about the key, the caller's rights, the version of the resource or concurrent requests. Those are
 * evaluated again on every attempt: the request with another `If-Match` is the same request.
 */
const isAboutTheRequest = (problem: Problem): boolean =>
  !(problem instanceof RetryableProblem) &&
  !problem.code.startsWith("idempotency_") &&
  !notAboutTheRequest.has(problem.code);

const notAboutTheRequest: ReadonlySet<ProblemCode> = new Set([
  "invalid_token",
  "insufficient_scope",
  "insufficient_user_authentication",
  "role_required",
  "etag_mismatch",
  "precondition_failed",
  "precondition_required",
]);

/** Scopes the key to the member and the client. */
const digestOf = ({ caller }: Context, key: string): Buffer =>
  digest(`${caller.kind === "token" ? caller.clientId : caller.kind}\n${memberOf(caller) ?? ""}\n${key}`);

async function takeKey({ db, site }: Context, keyDigest: Buffer): Promise<void> {
  const lock = BigInt.asIntN(64, BigInt(`0x${digest(`${site.id}${keyDigest.toString("hex")}`).toString("hex", 0, 8)}`));
  const { taken } = await db.one<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as taken`;
  if (taken) return;
  throw new Problem(
    "idempotency_in_progress",
    "A request with this Idempotency-Key is in progress. Retry in a moment.",
  );
}

async function digestOfJson(value: unknown): Promise<Buffer> {
  const whole = createHash("sha256");
  for (const piece of await canonicalPieces(value)) whole.update(piece);
  return whole.digest();
}

interface Stored {
  status: number;
  /** JSON. */
  body: string;
  requestDigest: Buffer;
}

const findAnswer = ({ db, site, now }: Context, keyDigest: Buffer) =>
  db.first<Stored>`
    select status, body::text as body, request_digest from idempotency_keys
     where site_id = ${site.id} and digest = ${keyDigest} and expires_at > ${now}`;

async function replay({ status, body, requestDigest }: Stored, requested: Buffer): Promise<Answer> {
  if (requestDigest.equals(requested)) return { status, body: await parseLargeJson(body) };
  throw new Problem(
    "idempotency_key_reused",
    "This Idempotency-Key was used for a different request. Use a new key for each request, and the same key only for retries.",
  );
}

/** A failure stored late never replaces the response of a concurrent attempt. */
async function keepAnswer(
  { db, site, now }: Context,
  key: Buffer,
  requestDigest: Buffer,
  answer: Answer,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + keyLifetimeMs);
  const { status, body } = withoutSecret(answer);
  const row = { siteId: site.id, digest: key, requestDigest, status, body: await jsonOf(body ?? null), expiresAt };
  await db.run`
    insert into idempotency_keys ${rows(row)}
    on conflict (site_id, digest) do update
    set request_digest = excluded.request_digest, status = excluded.status, body = excluded.body,
        expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= ${now}`;
}

/** Secrets are returned once and never stored in the clear. A replayed response omits them. */
function withoutSecret({ status, body }: Answer): Answer {
  if (typeof body !== "object" || body === null || !("secret" in body)) return { status, body };
  const { secret: _secret, ...rest } = body;
  return { status, body: rest };
}
