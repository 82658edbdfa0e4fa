import {
  findProvisionedGroups,
  listMembersOfGroups,
  listProvisionedGroups,
} from "#domain/learning/groups/provisioned/find-groups.ts";
import type { ProvisionedGroup } from "#domain/learning/groups/provisioned/find-groups.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { compile } from "../filter/evaluate.ts";
import { exactValue } from "../filter/exact-value.ts";
import type { Filter } from "../filter/filter.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import type { Found, ListRequest } from "../responses/list-request.ts";
import { badRequest, notFound } from "../responses/scim-error.ts";
import { groupSchema, groupType } from "../schema/group-type.ts";
import type { Resource } from "../schema/resource-type.ts";
import { serializeGroup } from "./serialize-group.ts";

/** Groups for which a filter without an index is evaluated. */
const maxScanned = 2000;
const maxMembersPerResponse = 50_000;
const maxGroupsPerStatement = 500;

export async function requireGroup(context: RequestContext, wireId: string): Promise<ProvisionedGroup> {
  const id = parseId("group", wireId);
  const { groups } = id === undefined ? { groups: [] } : await perform(findProvisionedGroups, context, { id });
  const [group] = groups;
  if (!group) throw notFound("group", wireId);
  return group;
}

async function serializeGroups(
  context: RequestContext,
  groups: readonly ProvisionedGroup[],
  withMembers: boolean,
): Promise<Resource[]> {
  const { origin } = context.site;
  if (!withMembers) return Promise.all(groups.map((group) => serializeGroup(origin, group, undefined)));
  const resources: Resource[] = [];
  let left = maxMembersPerResponse;
  for (let first = 0; first < groups.length; first += maxGroupsPerStatement) {
    const some = groups.slice(first, first + maxGroupsPerStatement);
    const input = { groupIds: some.map(({ id }) => id), limit: left };
    const { members } = await perform(listMembersOfGroups, context, input);
    left -= members.length;
    if (left < 0) {
      throw badRequest(
        "tooMany",
        `A response has at most ${maxMembersPerResponse} members. Send excludedAttributes=members, or read less groups.`,
      );
    }
    const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
    for (const group of some) resources.push(await serializeGroup(origin, group, byGroup.get(group.id) ?? []));
  }
  return resources;
}

export async function readGroup(context: RequestContext, id: string, withMembers: boolean): Promise<Resource> {
  return itemAt(await serializeGroups(context, [await requireGroup(context, id)], withMembers), 0);
}

/** Finds groups, in the order of their creation. */
export async function findGroups(
  context: RequestContext,
  { filter: text, offset, limit }: ListRequest,
  withMembers: boolean,
): Promise<Found> {
  if (text === undefined) {
    const { groups, total } = await perform(listProvisionedGroups, context, { offset, limit });
    return { resources: await serializeGroups(context, groups, withMembers), total };
  }
  const filter = parseFilter(text);
  const matches = compile(groupType, filter);
  const candidates = (await indexedGroups(context, filter)) ?? (await allGroups(context));
  // The members of a group are read only if the filter or the response needs them.
  const comparesMembers = namesMembers(filter);
  const compared = await serializeGroups(context, candidates, comparesMembers);
  const found = candidates.filter((_, index) => matches(itemAt(compared, index)));
  const page = found.slice(offset, offset + limit);
  return { resources: await serializeGroups(context, page, withMembers), total: found.length };
}

async function indexedGroups(context: RequestContext, filter: Filter): Promise<ProvisionedGroup[] | undefined> {
  const exact = (name: string) => exactValue(filter, name, { schema: groupSchema });
  const wireId = exact("id");
  if (wireId !== undefined) {
    const id = parseId("group", wireId);
    return id === undefined ? [] : (await perform(findProvisionedGroups, context, { id })).groups;
  }
  const [name, externalId] = [exact("displayname"), exact("externalid")];
  if (name !== undefined) return (await perform(findProvisionedGroups, context, { name })).groups;
  return externalId === undefined ? undefined : (await perform(findProvisionedGroups, context, { externalId })).groups;
}

async function allGroups(context: RequestContext): Promise<ProvisionedGroup[]> {
  const { groups, total } = await perform(listProvisionedGroups, context, { offset: 0, limit: maxScanned });
  if (total <= maxScanned) return groups;
  throw badRequest(
    "tooMany",
    `This filter is evaluated for at most ${maxScanned} groups. Filter by displayName with eq.`,
  );
}

function namesMembers(filter: Filter): boolean {
  if (filter.kind === "not") return namesMembers(filter.part);
  return "parts" in filter ? filter.parts.some(namesMembers) : filter.path.name === "members";
}
