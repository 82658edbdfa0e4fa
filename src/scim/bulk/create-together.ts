import type * as z from "zod";
import { PlainMember, provisionMembers } from "#domain/people/provisioning/members/provision-many.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { ScimError } from "../responses/scim-error.ts";
import { coerceResource } from "../schema/coerce.ts";
import { userType } from "../schema/user-type.ts";
import { serializeUsers } from "../users/find-users.ts";
import { newUserFrom } from "../users/read-user.ts";
import type { BulkOperation } from "./read-bulk.ts";
import { addressOf, type Result } from "./result.ts";

/** Fewer users gain nothing. */
const least = 3;

/**
 * Creates the plain users among the operations with shared statements. Operations without a result run by themselves:
 * they report what is wrong, or need more than new rows.
 */
export async function createTogether(
  context: RequestContext,
  operations: readonly BulkOperation[],
): Promise<ReadonlyMap<BulkOperation, Result>> {
  const plain = new Map<string, { operation: BulkOperation; person: z.output<typeof PlainMember> }>();
  for (const operation of operations) {
    const person = plainMemberIn(operation);
    const key = person && emailKey(person.email);
    if (person && key !== undefined && !plain.has(key)) plain.set(key, { operation, person });
  }
  if (plain.size < least) return new Map();
  const members = await create(
    context,
    [...plain.values()].map(({ person }) => person),
  );
  const resources = await serializeUsers(context, members, false);
  return new Map(
    members.flatMap(({ email }, index) => {
      const found = plain.get(emailKey(email));
      if (!found) return [];
      const { method, bulkId } = found.operation;
      const named = { method, ...(bulkId !== undefined && { bulkId }) };
      return [[found.operation, { ...named, ...addressOf(itemAt(resources, index)), status: "201" }] as const];
    }),
  );
}

async function create(context: RequestContext, people: readonly z.output<typeof PlainMember>[]) {
  try {
    return (await perform(provisionMembers, context, { people })).members;
  } catch (error) {
    // One of them is refused. Each reports by itself.
    if (error instanceof Problem) return [];
    throw error;
  }
}

function plainMemberIn({ method, path, data }: BulkOperation) {
  if (method !== "POST" || path !== "/Users") return undefined;
  try {
    return PlainMember.safeParse(newUserFrom(coerceResource(userType, data))).data;
  } catch (error) {
    if (error instanceof ScimError) return undefined;
    throw error;
  }
}
