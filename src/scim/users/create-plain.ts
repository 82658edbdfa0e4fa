import { requireDirectory } from "#domain/people/provisioning/caller.ts";
import {
  maxMembersPerTransaction,
  type PlainMember,
  provisionMembers,
} from "#domain/people/provisioning/members/provision-many.ts";
import type { ProvisionedMember } from "#domain/people/provisioning/members/provisioned-member.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { errorOf } from "#lib/error-of.ts";

/** A creation that waits for the next transaction of its directory. */
interface Creation {
  context: RequestContext;
  person: PlainMember;
  created: PromiseWithResolvers<ProvisionedMember | null>;
}

/** Waiting creations by directory, for the directories that have a running transaction. */
const waiting = new Map<string, Creation[]>();

/**
 * Creates a plain member. Requests that arrive while a transaction of the same directory runs share the next one (group
 * commit): directories send thousands of requests with one member each, a few at a time. Returns null if another
 * member has or had the address.
 */
export function createPlainMember(context: RequestContext, person: PlainMember): Promise<ProvisionedMember | null> {
  const creation: Creation = { context, person, created: Promise.withResolvers() };
  const name = nameOf(context);
  const queued = waiting.get(name);
  if (queued) queued.push(creation);
  else {
    waiting.set(name, [creation]);
    // Those that follow without a wait, such as the operations of a bulk request, belong to the first transaction.
    queueMicrotask(() => void createWaiting(name));
  }
  return creation.created.promise;
}

/** Requests share a transaction only if their key had the same rights when it was read. */
const nameOf = (context: RequestContext): string => JSON.stringify([context.site.id, requireDirectory(context)]);

/** Never rejects: each creation gets its own outcome. */
async function createWaiting(name: string): Promise<void> {
  for (;;) {
    const some = waiting.get(name)?.splice(0, maxMembersPerTransaction) ?? [];
    if (some.length === 0) break;
    await createTogether(some);
  }
  waiting.delete(name);
}

async function createTogether(creations: readonly Creation[]): Promise<void> {
  const [first] = creations;
  if (!first) return;
  try {
    const { members } = await perform(provisionMembers, first.context, {
      people: creations.map(({ person }) => person),
      origins: creations.map(({ context: { requestId, address } }) => ({ requestId, address })),
    });
    for (const [index, { created }] of creations.entries()) created.resolve(members[index] ?? null);
  } catch (error) {
    if (creations.length > 1 && error instanceof Problem) {
      // One of them is refused. Each reports by itself.
      for (const one of creations) await createTogether([one]);
      return;
    }
    for (const { created } of creations) created.reject(errorOf(error));
  }
}
