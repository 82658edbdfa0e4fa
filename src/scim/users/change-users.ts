import type { IncomingHttpHeaders } from "node:http";
import { changeProvisionedMember, provisionMember } from "#domain/people/provisioning/members/save-member.ts";
import { removeProvisionedMember } from "#domain/people/provisioning/members/remove-member.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { retryOnChange } from "../responses/retry-on-change.ts";
import { requireVersion, versionOf } from "../responses/versions.ts";
import type { Resource } from "../schema/resource-type.ts";
import { readUser, serializeUsers } from "./find-users.ts";
import { changesOf, newUserFrom } from "./read-user.ts";

export async function createUser(context: RequestContext, user: Resource): Promise<Resource> {
  const { member } = await perform(provisionMember, context, newUserFrom(user));
  // A member who returns may be in groups.
  const [resource] = await serializeUsers(context, [member], true);
  return resource!;
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
    const [resource] = await serializeUsers(context, [member], true);
    return resource!;
  });

export const removeUser = (context: RequestContext, id: string, headers: IncomingHttpHeaders): Promise<void> =>
  retryOnChange(async () => {
    const current = await readUser(context, id);
    requireVersion(headers, versionOf(current.resource));
    const seen = { ...context, ifMatch: [current.version] };
    await perform(removeProvisionedMember, seen, { id: formatId("member", current.id) });
  });
