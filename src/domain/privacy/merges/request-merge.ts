import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { lockPair } from "./lock-pair.ts";
import { MemberMerge, serializeMerge } from "./merge.ts";
import { postLink } from "./post-link.ts";
import { previewMerge } from "./preview-merge.ts";
import { findMerge, insertMerge } from "./queries.ts";
import { requireMergeable, requireReachable } from "./require-mergeable.ts";
import { lockMemberOr404 } from "#domain/people/members/queries.ts";

export const mergeMember = operation({
  name: "mergeMember",
  summary: "Merge a member into another",
  description:
    "For two members who are one person. The person confirms by links that are mailed to the address of each member, " +
    "within a week. Then everything of this member moves to the other one, and this member is deleted. " +
    "`records` says what moves. Send `dry_run=true` to see it without a request. A merge cannot be undone.",
  writes: "members:write",
  sensitive: { subject: "people" },
  input: z.object({
    id: Id("member"),
    intoId: Id("member").meta({ description: "ID of the surviving member, whose account and profile stay" }),
  }),
  output: MemberMerge,
  async run(context, { id, intoId }) {
    const { now, caller } = context;
    const merged = await lockPair(context, { fromId: id, intoId }, lockMemberOr404);
    requireMayChange(caller, merged.from.roles, merged.into.roles);
    await requireMergeable(context, merged);
    requireMail(context);
    await requireReachable(context, merged);
    const records = await previewMerge(context, merged);
    const mergeId = newId();
    const ends = { requestedBy: memberOf(caller), expiresAt: linkExpiry(now, "member_merge") };
    const merge = { id: mergeId, fromMemberId: id, intoMemberId: intoId, ...ends, status: "pending", records } as const;
    await insertMerge(context, merge, now);
    for (const member of [merged.from, merged.into]) await postLink(context, member, "mergeMember");
    return serializeMerge(await mustExist(findMerge(context, mergeId)), now);
  },
  audit: ({ id, intoId }, output) =>
    about("memberMerge", output.id, { from: formatId("member", id), into: formatId("member", intoId) }),
});
