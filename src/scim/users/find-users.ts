import { listGroupsOfMembers } from "#domain/learning/groups/provisioned/find-groups.ts";
import {
  findProvisionedMembers,
  listProvisionedMembers,
  maxMembersPerRead,
  readProvisionedMembers,
} from "#domain/people/provisioning/members/find-members.ts";
import type { ProvisionedMember } from "#domain/people/provisioning/members/provisioned-member.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { isEmailAddress } from "#domain/platform/email.ts";
import { parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { compile } from "../filter/evaluate.ts";
import { exactValue } from "../filter/exact-value.ts";
import type { Filter } from "../filter/filter.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import type { Found, ListRequest } from "../responses/list-request.ts";
import { badRequest, notFound } from "../responses/scim-error.ts";
import type { Resource } from "../schema/resource-type.ts";
import { userSchema, userType } from "../schema/user-type.ts";
import { serializeUser } from "./serialize-user.ts";

/** Users for which a filter without an index is evaluated. */
const maxScanned = 20_000;

/** A user as a resource, with the version of the member. */
export interface ReadUser {
  id: string;
  version: number;
  resource: Resource;
}

export async function readUser(context: RequestContext, wireId: string): Promise<ReadUser> {
  const id = parseId("member", wireId);
  const { members } =
    id === undefined ? { members: [] } : await perform(readProvisionedMembers, context, { ids: [id] });
  const [member] = members;
  if (!member) throw notFound("user", wireId);
  const resource = itemAt(await serializeUsers(context, [member], true), 0);
  return { id: member.id, version: member.version, resource };
}

/** Writes members as resources, in their order. */
export async function serializeUsers(
  context: RequestContext,
  members: readonly ProvisionedMember[],
  withGroups: boolean,
): Promise<Resource[]> {
  const memberIds = members.map(({ id }) => id);
  const { groups } =
    withGroups && memberIds.length > 0 ? await perform(listGroupsOfMembers, context, { memberIds }) : { groups: [] };
  const byMember = Map.groupBy(groups, ({ memberId }) => memberId);
  return members.map((member) => serializeUser(context.site.origin, member, byMember.get(member.id) ?? []));
}

/** Finds users, in the order of their creation. */
export async function findUsers(
  context: RequestContext,
  { filter: text, offset, limit }: ListRequest,
  withGroups: boolean,
): Promise<Found> {
  if (text === undefined) {
    const { ids, total } = await perform(listProvisionedMembers, context, { offset, limit });
    return { resources: await resourcesOf(context, ids, withGroups), total };
  }
  const filter = parseFilter(text);
  const matches = compile(userType, filter);
  const indexed = await indexedMembers(context, filter);
  const found = indexed ? (await serializeUsers(context, indexed, true)).filter(matches) : await scan(context, matches);
  return { resources: found.slice(offset, offset + limit), total: found.length };
}

async function resourcesOf(context: RequestContext, ids: readonly string[], withGroups: boolean): Promise<Resource[]> {
  const { members } = await perform(readProvisionedMembers, context, { ids });
  return serializeUsers(context, members, withGroups);
}

/** Reads the members that an index finds for the filter. Undefined if none does. */
async function indexedMembers(
  context: RequestContext,
  filter: Filter,
): Promise<readonly ProvisionedMember[] | undefined> {
  const exact = (name: string, element?: string) =>
    exactValue(filter, name, { schema: userSchema, ...(element !== undefined && { element }) });
  const email = exact("username") ?? exact("emails", "value");
  if (email !== undefined) {
    if (!isEmailAddress(email)) return [];
    return (await perform(findProvisionedMembers, context, { email })).members;
  }
  const externalId = exact("externalid");
  if (externalId !== undefined) {
    if (externalId.length > 255) return [];
    return (await perform(findProvisionedMembers, context, { externalId })).members;
  }
  const wireId = exact("id");
  if (wireId === undefined) return undefined;
  const id = parseId("member", wireId);
  return id === undefined ? [] : (await perform(readProvisionedMembers, context, { ids: [id] })).members;
}

/** Evaluates a filter for all users, some at a time, so that other requests are served meanwhile. */
async function scan(context: RequestContext, matches: (resource: Resource) => boolean): Promise<Resource[]> {
  const { ids, total } = await perform(listProvisionedMembers, context, { offset: 0, limit: maxScanned });
  if (total > maxScanned) {
    throw badRequest(
      "tooMany",
      `This filter is evaluated for at most ${maxScanned} users. Filter by userName, externalId or id with eq.`,
    );
  }
  const found: Resource[] = [];
  for (let first = 0; first < ids.length; first += maxMembersPerRead) {
    const resources = await resourcesOf(context, ids.slice(first, first + maxMembersPerRead), true);
    found.push(...resources.filter(matches));
  }
  return found;
}
