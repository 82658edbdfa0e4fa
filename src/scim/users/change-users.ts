import type { IncomingHttpHeaders } from "node:http";
import { changeProvisionedMember, provisionMember } from "#domain/people/provisioning/members/save-member.ts";
import { PlainMember } from "#domain/people/provisioning/members/provision-many.ts";
import { removeProvisionedMember } from "#domain/people/provisioning/members/remove-member.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { retryOnChange } from "../responses/retry-on-change.ts";
import { requireVersion, versionOf } from "../responses/versions.ts";
import type { Resource } from "../schema/resource-type.ts";
import { createPlainMember } from "./create-plain.ts";
import { readUser, serializeUsers } from "./find-users.ts";
import { changesOf, newUserFrom } from "./read-user.ts";

export async function createUser(context: RequestContext, user: Resource): Promise<Resource> {
  const input = newUserFrom(user);
  // Most users need no more than new rows, which take fewer statements.
  const plain = PlainMember.safeParse(input).data;
  const created = plain && (await createPlainMember(context, plain));
  if (created) return itemAt(await serializeUsers(context, [created], false), 0);
  const { member } = await perform(provisionMember, context, input);
  // A member who returns may be in groups.
  return itemAt(await serializeUsers(context, [member], true), 0);
}

/**
 * Changes a user to what `wantedOf` makes of it. Compares versions inside the transaction, so that the change is one of
 * the state that was read, and repeats it if another request came between.
 */
export const changeUser = (
  context: RequestContext,
  id: string,
  headers: IncomingHttpHeaders,
  wantedOf: (current: Resource) => Resource,
): Promise<Resource> =>
  retryOnChange(async () => {
    const current = await readUser(context, id);
    requireVersion(headers, versionOf(current.resource));
    const changes = changesOf(current.resource, wantedOf(current.resource));
    if (Object.keys(changes).length === 0) return current.resource;
    const seen = { ...context, ifMatch: [current.version] };
    const { member } = await perform(changeProvisionedMember, seen, { id: formatId("member", current.id), ...changes });
    return itemAt(await serializeUsers(context, [member], true), 0);
  });

export const removeUser = (context: RequestContext, id: string, headers: IncomingHttpHeaders): Promise<void> =>
  retryOnChange(async () => {
    const current = await readUser(context, id);
    requireVersion(headers, versionOf(current.resource));
    const seen = { ...context, ifMatch: [current.version] };
    await perform(removeProvisionedMember, seen, { id: formatId("member", current.id) });
  });
