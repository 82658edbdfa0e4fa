import * as z from "zod";
import { requireDirectory } from "#domain/people/provisioning/caller.ts";
import { groupsOfMembers } from "#domain/people/provisioning/members/queries.ts";
import { byDirectories, operation } from "#domain/platform/operation.ts";
import { findGroups, type GroupMember, membersOfGroups, pageOfGroups, type ProvisionedGroup } from "./queries.ts";

export type { GroupMember, ProvisionedGroup };

const groups = z.array(z.custom<ProvisionedGroup>());

export const listProvisionedGroups = operation({
  name: "listProvisionedGroups",
  summary: "List the groups of a directory",
  description: "In the order of their creation.",
  reads: byDirectories,
  input: z.object({ offset: z.number().int().min(0), limit: z.number().int().min(0).max(10_000) }),
  output: z.object({ groups, total: z.number().int() }),
  run: (context, page) => pageOfGroups(context, requireDirectory(context).keyId, page),
});

export const findProvisionedGroups = operation({
  name: "findProvisionedGroups",
  summary: "Find groups of a directory by ID, name or external ID",
  reads: byDirectories,
  input: z.object({ id: z.uuid(), name: z.string(), externalId: z.string() }).partial(),
  output: z.object({ groups }),
  async run(context, { id, name, externalId }) {
    const named =
      id === undefined ? (name === undefined ? externalId !== undefined && { externalId } : { name }) : { id };
    return { groups: named ? await findGroups(context, requireDirectory(context).keyId, named) : [] };
  },
});

export const listMembersOfGroups = operation({
  name: "listMembersOfGroups",
  summary: "List the members of groups of a directory",
  reads: byDirectories,
  input: z.object({ groupIds: z.array(z.uuid()).max(500), limit: z.number().int() }),
  output: z.object({ members: z.array(z.custom<GroupMember>()) }),
  run: async (context, { groupIds, limit }) => ({
    members: await membersOfGroups(context, requireDirectory(context), groupIds, limit),
  }),
});

export const listGroupsOfMembers = operation({
  name: "listGroupsOfMembers",
  summary: "List the groups of members of a directory",
  reads: byDirectories,
  input: z.object({ memberIds: z.array(z.uuid()).max(500) }),
  output: z.object({ groups: z.array(z.object({ memberId: z.string(), id: z.string(), name: z.string() })) }),
  run: async (context, { memberIds }) => ({
    groups: await groupsOfMembers(context, requireDirectory(context).keyId, memberIds),
  }),
});
