import type { IncomingHttpHeaders } from "node:http";
import {
  changeProvisionedGroup,
  provisionGroup,
  removeProvisionedGroup,
} from "#domain/learning/groups/provisioned/save-group.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { PatchOperation } from "../patch/operations.ts";
import { retryOnChange } from "../responses/retry-on-change.ts";
import { badRequest } from "../responses/scim-error.ts";
import { requireVersion } from "../responses/versions.ts";
import { coerceResource } from "../schema/coerce.ts";
import { groupType } from "../schema/group-type.ts";
import type { Resource } from "../schema/resource-type.ts";
import { readGroup, requireGroup } from "./find-groups.ts";
import { groupChangesOf, type GroupChanges, idsIn } from "./group-changes.ts";
import { versionOfGroup } from "./serialize-group.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** Creates a group. Returns it without its members. */
export async function createGroup(context: RequestContext, body: unknown): Promise<Resource> {
  const { displayName, externalId, members } = wholeGroup(body);
  const input = { name: displayName, externalId, add: memberIds(idsIn(members)) };
  const { id } = await perform(provisionGroup, context, input);
  return readGroup(context, formatId("group", id), false);
}

/** Replaces a group. Returns it without its members. */
export function changeGroup(
  context: RequestContext,
  id: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): Promise<Resource> {
  const { displayName, externalId, members } = wholeGroup(body);
  // Without the attribute, the directory says nothing about the members.
  const replace = members === undefined ? undefined : new Set(idsIn(members));
  const none = { add: new Set<string>(), remove: new Set<string>() };
  const changes = { displayName, externalId, ...(replace && { replace }), ...none };
  return change(context, id, headers, () => Promise.resolve(changes));
}

/** Applies the operations of a PATCH. Returns the group without its members. */
export const patchGroup = (
  context: RequestContext,
  id: string,
  headers: IncomingHttpHeaders,
  operations: readonly PatchOperation[],
): Promise<Resource> => change(context, id, headers, (members) => groupChangesOf(operations, members));

export const removeGroup = (context: RequestContext, id: string, headers: IncomingHttpHeaders): Promise<void> =>
  retryOnChange(async () => {
    const group = await requireGroup(context, id);
    requireVersion(headers, versionOfGroup(group));
    const seen = { ...context, ifMatch: [group.version] };
    await perform(removeProvisionedGroup, seen, { id: formatId("group", group.id) });
  });

function wholeGroup(body: unknown) {
  const { displayName, externalId, members } = coerceResource(groupType, body);
  if (typeof displayName !== "string") throw badRequest("invalidValue", "displayName is required.");
  return { displayName, externalId: typeof externalId === "string" ? externalId : null, members };
}

async function change(
  context: RequestContext,
  id: string,
  headers: IncomingHttpHeaders,
  read: (members: () => Promise<Resource[]>) => Promise<GroupChanges>,
): Promise<Resource> {
  await retryOnChange(async () => {
    const group = await requireGroup(context, id);
    requireVersion(headers, versionOfGroup(group));
    const members = async () => {
      const { members: all } = await readGroup(context, id, true);
      return Array.isArray(all) ? all.filter(isRecord) : [];
    };
    const { displayName, externalId, replace, add, remove } = await read(members);
    const input = {
      id,
      name: displayName,
      externalId,
      add: memberIds([...add]),
      // A person who is not a member of the school is not in the group either.
      remove: [...remove].filter((one) => parseId("member", one) !== undefined),
      ...(replace && { replace: memberIds([...replace]) }),
    };
    // Additions and removals of other requests do not conflict, unless the client has named a version.
    const seen = headers["if-match"] === undefined ? {} : { ifMatch: [group.version] };
    await perform(changeProvisionedGroup, { ...context, ...seen }, input);
  });
  return readGroup(context, id, false);
}

function memberIds(ids: readonly string[]): string[] {
  const unknown = ids.find((id) => parseId("member", id) === undefined);
  if (unknown === undefined) return [...ids];
  throw badRequest("invalidValue", `There is no user ${unknown.slice(0, 100)} that this key may see.`);
}
