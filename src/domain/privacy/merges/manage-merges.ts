import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { isPending, MemberMerge, type MergeRow, serializeMerge } from "./merge.ts";
import { columns, endMergeLinks, findMerge, listPendingOf, lockMerge, updateMerge } from "./queries.ts";

const merges = listing<MergeRow>({
  kind: "memberMerge",
  table: sql`member_merges`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: { updatedAt: range(Instant, sql`member_merges.updated_at`) },
});

export const listMemberMerges = operation({
  name: "listMemberMerges",
  summary: "List merges of members",
  reads: "members:read",
  input: merges.input,
  output: pageSchemaOf(MemberMerge),
  run: async (context, input) =>
    mapPage(await merges.page(context, input), (merge) => serializeMerge(merge, context.now)),
});

export const getMemberMerge = operation({
  name: "getMemberMerge",
  summary: "Retrieve a merge of members",
  reads: "members:read",
  input: z.object({ id: Id("memberMerge") }),
  output: MemberMerge,
  async run(context, { id }) {
    return serializeMerge((await findMerge(context, id)) ?? noMerge(id), context.now);
  },
});

/** For the page of a member. */
export const listMergesOfMember = operation({
  name: "listMergesOfMember",
  summary: "List the pending merges of a member",
  reads: "members:read",
  input: z.object({ memberId: Id("member") }),
  output: z.object({ merges: z.array(MemberMerge) }),
  async run(context, { memberId }) {
    const merges = await listPendingOf(context, [memberId], context.now);
    return { merges: merges.map((merge) => serializeMerge(merge, context.now)) };
  },
});

export const cancelMemberMerge = operation({
  name: "cancelMemberMerge",
  summary: "Cancel a pending merge of members",
  description: "The mailed links stop working.",
  writes: "members:write",
  input: z.object({ id: Id("memberMerge") }),
  output: MemberMerge,
  async run(context, { id }) {
    const merge = (await lockMerge(context, id)) ?? noMerge(id);
    requireVersion(context, merge);
    for (const memberId of [merge.fromMemberId, merge.intoMemberId]) {
      requireMayChange(context.caller, (await findMember(context, memberId))?.roles ?? []);
    }
    await cancelMerge(context, merge);
    return serializeMerge(await mustExist(findMerge(context, id)), context.now);
  },
});

/** Cancels a locked merge. Throws `invalid_state` unless it is pending. */
export async function cancelMerge(context: Context, merge: MergeRow): Promise<void> {
  const { now } = context;
  if (!isPending(merge, now)) throw invalidState("merge", serializeMerge(merge, now).status, "canceled", []);
  await updateMerge(context, merge.id, { status: "canceled", canceledAt: now }, now);
  await endMergeLinks(context, [merge.fromMemberId, merge.intoMemberId], now);
}

const noMerge = (id: string): never => {
  throw notFound("merge", formatId("memberMerge", id));
};
