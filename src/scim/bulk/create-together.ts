import { PlainMember } from "#domain/people/provisioning/members/provision-many.ts";
import type { ProvisionedMember } from "#domain/people/provisioning/members/provisioned-member.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { Problem } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { ScimError } from "../responses/scim-error.ts";
import { coerceResource } from "../schema/coerce.ts";
import { userType } from "../schema/user-type.ts";
import { createPlainMember } from "../users/create-plain.ts";
import { serializeUsers } from "../users/find-users.ts";
import { newUserFrom } from "../users/read-user.ts";
import type { BulkOperation } from "./read-bulk.ts";
import { addressOf, type Result } from "./result.ts";

/**
 * Creates the plain users among the operations with shared statements. Operations without a result run by themselves:
 * they report what is wrong, or need more than new rows.
 */
export async function createTogether(
  context: RequestContext,
  operations: readonly BulkOperation[],
): Promise<ReadonlyMap<BulkOperation, Result>> {
  const plain = new Map<string, { operation: BulkOperation; person: PlainMember }>();
  for (const operation of operations) {
    const person = plainMemberIn(operation);
    const key = person && emailKey(person.email);
    if (person && key !== undefined && !plain.has(key)) plain.set(key, { operation, person });
  }
  const members = await Promise.all([...plain.values()].map(({ person }) => createOrLeave(context, person)));
  const created = [...plain.values()].flatMap(({ operation }, index) => {
    const member = members[index];
    return member ? [{ operation, member }] : [];
  });
  const resources = await serializeUsers(
    context,
    created.map(({ member }) => member),
    false,
  );
  return new Map(
    created.map(({ operation }, index) => {
      const { method, bulkId } = operation;
      const named = { method, ...(bulkId !== undefined && { bulkId }) };
      return [operation, { ...named, ...addressOf(itemAt(resources, index)), status: "201" }] as const;
    }),
  );
}

/** Returns null for a person who is refused. */
async function createOrLeave(context: RequestContext, person: PlainMember): Promise<ProvisionedMember | null> {
  try {
    return await createPlainMember(context, person);
  } catch (error) {
    if (error instanceof Problem) return null;
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
