import type { GroupMember, ProvisionedGroup } from "#domain/learning/groups/provisioned/find-groups.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { prefix } from "../prefix.ts";
import { groupSchema, groupType } from "../schema/group-type.ts";
import type { Resource } from "../schema/resource-type.ts";

export const versionOfGroup = ({ version }: Pick<ProvisionedGroup, "version">): string => `W/"${version}"`;

/** Writes a group (RFC 7643 §4.2). `members`: undefined if the response leaves them out. */
export async function serializeGroup(
  origin: string,
  group: ProvisionedGroup,
  members: readonly GroupMember[] | undefined,
): Promise<Resource> {
  const { name, externalId, createdAt, updatedAt } = group;
  const id = formatId("group", group.id);
  const serialized = members && (await mapInSlices(members, (member) => memberOf(origin, member)));
  return {
    schemas: [groupSchema],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(serialized && { members: serialized }),
    meta: {
      resourceType: groupType.name,
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${origin}${prefix}/Groups/${id}`,
      version: versionOfGroup(group),
    },
  };
}

function memberOf(origin: string, { id, name, email }: GroupMember): Resource {
  const value = formatId("member", id);
  return { value, $ref: `${origin}${prefix}/Users/${value}`, display: name ?? email, type: "User" };
}
