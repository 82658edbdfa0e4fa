import type * as z from "zod";
import { rows } from "#database/sql.ts";
import { memberOf } from "#access/caller.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { admit, authorize, needsPreparation, type Operation, prepare, write } from "#domain/platform/operation.ts";
import { RetryableProblem, Problem } from "#domain/platform/problem.ts";
import { digest } from "#lib/secret.ts";

/** An answer as the surface gives it. */
export interface Answer {
  status: number;
  body: unknown;
}

export interface Once<Output> {
  /** Chosen by the client: 1 to 255 visible characters of ASCII. */
  key: string;
  /** All of the request that makes it this one: method, address, body. */
  request: string;
  answer(output: Output): Answer;
  /** Undefined for a failure that a repetition may overcome: those are not kept. */
  answerTo(problem: Problem): Answer | undefined;
}

/** How long a key is remembered. */
const lifetime = 24 * 60 * 60_000;

/**
 * A write that happens once however often it is sent: the key is stored in the transaction of the effect, so that
 * after a crash there are both or neither. Of several at once, all but the first are told that it is under way.
 */
export async function performOnce<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: RequestContext,
  rawInput: unknown,
  once: Once<z.output<Output>>,
): Promise<Answer & { replayed: boolean }> {
  // A replay tells what the write told, so it needs the same scope and role, as the caller has them now.
  authorize(context.caller, operation.access);
  const keyDigest = digestOf(context, once.key);
  const requestDigest = digest(once.request);
  try {
    // A repetition need not prepare what was done already.
    const mustPrepare = needsPreparation(operation);
    const known = mustPrepare ? await findAnswer(context, keyDigest) : undefined;
    if (known) return { ...replay(known, requestDigest), replayed: true };
    const prepared = mustPrepare ? await prepare(operation, context, admit(operation, context, rawInput)) : undefined;
    return await context.db.transaction(async (db) => {
      const inside = { ...(prepared?.context ?? context), db };
      await takeKey(inside, keyDigest);
      const earlier = await findAnswer(inside, keyDigest);
      if (earlier) return { ...replay(earlier, requestDigest), replayed: true };
      const answer = once.answer(await write(operation, inside, prepared?.input ?? admit(operation, inside, rawInput)));
      await keepAnswer(inside, keyDigest, requestDigest, answer);
      return { ...answer, replayed: false };
    });
  } catch (error) {
    const answer = error instanceof Problem && isAboutTheRequest(error) ? once.answerTo(error) : undefined;
    if (answer) await keepAnswer(context, keyDigest, requestDigest, answer);
    throw error;
  }
}

/** Not about the key itself, nor about who asks, nor about others at that moment: those are decided anew each time. */
const isAboutTheRequest = (problem: Problem): boolean =>
  !(problem instanceof RetryableProblem) &&
  !problem.code.startsWith("idempotency_") &&
  !["invalid_token", "insufficient_scope", "role_required"].includes(problem.code);

/** One person's key is not another's, even with the same client. */
const digestOf = ({ caller }: Context, key: string): Buffer =>
  digest(`${caller.kind === "token" ? caller.clientId : caller.kind}\n${memberOf(caller) ?? ""}\n${key}`);

async function takeKey({ db, site }: Context, keyDigest: Buffer): Promise<void> {
  const lock = BigInt.asIntN(64, BigInt(`0x${digest(`${site.id}${keyDigest.toString("hex")}`).toString("hex", 0, 8)}`));
  const { taken } = (await db.first<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as taken`)!;
  if (taken) return;
  throw new Problem(
    "idempotency_in_progress",
    "A request with this Idempotency-Key is under way. Repeat it in a moment.",
  );
}

type Kept = Answer & { requestDigest: Buffer };

const findAnswer = ({ db, site, now }: Context, keyDigest: Buffer) =>
  db.first<Kept>`
    select status, body, request_digest from idempotency_keys
     where site_id = ${site.id} and digest = ${keyDigest} and expires_at > ${now}`;

function replay({ status, body, requestDigest }: Kept, requested: Buffer): Answer {
  if (requestDigest.equals(requested)) return { status, body };
  throw new Problem(
    "idempotency_key_reused",
    "This Idempotency-Key was used for another request. Use a new key for each, the same for repetitions alone.",
  );
}

/** A failure that is written down late does not replace what another attempt has done meanwhile. */
async function keepAnswer(
  { db, site, now }: Context,
  key: Buffer,
  requestDigest: Buffer,
  answer: Answer,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + lifetime);
  const { status, body } = withoutSecret(answer);
  const row = { siteId: site.id, digest: key, requestDigest, status, body: JSON.stringify(body ?? null), expiresAt };
  await db.run`
    insert into idempotency_keys ${rows(row)}
    on conflict (site_id, digest) do update
    set request_digest = excluded.request_digest, status = excluded.status, body = excluded.body,
        expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= ${now}`;
}

/** A secret is told once, and kept nowhere in the open: whoever repeats the request is told all but that. */
function withoutSecret({ status, body }: Answer): Answer {
  if (typeof body !== "object" || body === null || !("secret" in body)) return { status, body };
  const { secret: _secret, ...rest } = body;
  return { status, body: rest };
}
