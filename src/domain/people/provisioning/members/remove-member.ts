import * as z from "zod";
import { remove, requireTransition } from "#domain/people/members/access/end-membership.ts";
import { lockRoles, lockMemberOr404 } from "#domain/people/members/queries.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { byDirectories, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireDirectory } from "../caller.ts";
import { emptyRecord } from "./provisioned-member.ts";
import { readManaged, storeRecord } from "./queries.ts";

export const removeProvisionedMember = operation({
  name: "removeProvisionedMember",
  summary: "Remove a member of a directory",
  description:
    "Ends their roles, sessions and tokens, and cancels subscriptions, which a member who cannot sign in could not do. " +
    "Purchases and learning history are kept.",
  writes: byDirectories,
  input: z.object({ id: Id("member") }),
  output: z.object({ id: Id("member") }),
  async run(context, { id }) {
    const caller = requireDirectory(context);
    await lockRoles(context);
    if ((await readManaged(context, caller, [id])).length === 0) throw notFound("member", formatId("member", id));
    const existing = await lockMemberOr404(context, id);
    await requireTransition(context, existing, "removed");
    await remove(context, existing, true);
    // The name stays with the member. What else the directory said ends.
    await storeRecord(context, caller.keyId, id, emptyRecord);
    return { id };
  },
});
