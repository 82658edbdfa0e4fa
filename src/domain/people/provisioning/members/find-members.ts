import * as z from "zod";
import { EmailAddress } from "#domain/platform/email.ts";
import { byDirectories, operation } from "#domain/platform/operation.ts";
import { requireDirectory } from "../caller.ts";
import type { ProvisionedMember } from "./provisioned-member.ts";
import { findCandidates, pageOfManaged, readManaged } from "./queries.ts";

export const maxMembersPerRead = 500;

const members = z.object({ members: z.array(z.custom<ProvisionedMember>()) });

/** Members outside of the directory's reach are not found. */
export const readProvisionedMembers = operation({
  name: "readProvisionedMembers",
  summary: "Retrieve members of a directory by ID",
  reads: byDirectories,
  input: z.object({ ids: z.array(z.uuid()).max(maxMembersPerRead) }),
  output: members,
  run: async (context, { ids }) => ({ members: await readManaged(context, requireDirectory(context), ids) }),
});

export const findProvisionedMembers = operation({
  name: "findProvisionedMembers",
  summary: "Find members of a directory by address or external ID",
  reads: byDirectories,
  input: z.object({ email: EmailAddress.optional(), externalId: z.string().max(255).optional() }),
  output: members,
  async run(context, { email, externalId }) {
    const directory = requireDirectory(context);
    const ids = [
      ...(email === undefined ? [] : await findCandidates(context, directory, { email })),
      ...(externalId === undefined ? [] : await findCandidates(context, directory, { externalId })),
    ];
    return { members: await readManaged(context, directory, ids) };
  },
});

export const listProvisionedMembers = operation({
  name: "listProvisionedMembers",
  summary: "List the members of a directory",
  description: "In the order of their creation.",
  reads: byDirectories,
  input: z.object({ offset: z.number().int().min(0), limit: z.number().int().min(0).max(100_000) }),
  output: z.object({ ids: z.array(z.string()), total: z.number().int() }),
  run: (context, page) => pageOfManaged(context, requireDirectory(context), page),
});
