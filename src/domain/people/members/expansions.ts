import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Member } from "./member.ts";
import { listMembersInBrief } from "./members-by-id.ts";

/** Compact member for embedding in other resources. */
const MemberInBrief = Member.pick({ id: true, email: true, name: true, pictureUrl: true, roles: true, status: true })
  .extend({ object: z.literal("member") })
  .meta({ id: "MemberInBrief" });

export const members = {
  scope: "members:read",
  item: MemberInBrief,
  find: async (context: Context, ids: readonly string[]) =>
    (await listMembersInBrief(context, ids)).map((member) => ({ ...member, object: "member" as const })),
} as const;
