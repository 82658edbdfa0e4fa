import * as z from "zod";
import { findMember } from "#domain/people/members/queries.ts";
import { listSchools } from "#domain/people/members/own-sites.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { ownId } from "./my-member.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const showOwnProfile = operation({
  name: "showOwnProfile",
  summary: "Retrieve the member's profile",
  description: "Includes every site of this installation where the member has a role.",
  reads: "account:read",
  input: z.object({}),
  output: z.object({
    id: Id("member"),
    name: untrusted(z.string().nullable()),
    email: untrusted(z.string()),
    schools: z.array(z.object({ id: Id("site"), name: z.string(), origin: z.string(), roles: z.array(z.string()) })),
  }),
  async run(context) {
    const memberId = ownId(context);
    const [member, schools] = await Promise.all([findMember(context, memberId), listSchools(context, memberId)]);
    if (!member) throw notFound("member", "with this ID");
    return { id: member.id, name: member.name, email: member.email, schools };
  },
});
