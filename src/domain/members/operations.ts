import * as z from "zod";
import { roles } from "#access/roles.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { requireGoodPassword } from "#domain/accounts/password-rules.ts";
import { formatId, Id } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { notFound, Problem } from "#domain/problem.ts";
import { addMemberTo } from "./add-member.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { EmailAddress, Member, Roles } from "./member.ts";
import { findMember, hasOtherOwner, listMembers as membersOf, lockRoles, setRoles } from "./queries.ts";
import { requireMayChange } from "./role-rules.ts";

export const listMembers = operation({
  name: "listMembers",
  summary: "List the members of the site, newest first",
  access: { scope: "members:read" },
  writes: false,
  input: z.object({
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().optional(),
    role: z.enum(roles).optional(),
  }),
  output: z.object({
    data: z.array(Member),
    page: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
  }),
  async run(context, { limit, cursor, role }) {
    const before = cursor === undefined ? undefined : decodeCursor(cursor);
    const found = await membersOf(context, { before, limit: limit + 1, role });
    const data = found.slice(0, limit);
    const hasMore = found.length > limit;
    return { data, page: { nextCursor: hasMore ? encodeCursor(data.at(-1)!.id) : null, hasMore } };
  },
});

const newMember = z.object({ email: EmailAddress, name: z.string().trim().min(1).max(200).optional(), roles: Roles });

const addedMember = (_input: unknown, member: Member) => ({
  resourceType: "member",
  resourceId: formatId("member", member.id),
  details: { roles: member.roles },
});

export const addMember = operation({
  name: "addMember",
  summary: "Make a person a member of the site",
  access: { scope: "members:write" },
  writes: true,
  input: newMember,
  output: Member,
  run(context, { email, name, roles }) {
    requireMayChange(context.caller, roles);
    return addMemberTo(context, { email, name: name ?? null, roles, passwordHash: null }, context.now);
  },
  audit: addedMember,
});

/** A password belongs to a person, not to a site: no site's staff may choose one, only who runs the machine. */
export const addMemberWithPassword = operation({
  name: "addMemberWithPassword",
  summary: "Make a person a member of the site, with an account that can sign in at once",
  access: { only: ["cli"] },
  writes: true,
  input: newMember.extend({ password: z.string() }),
  output: Member,
  async run(context, { email, name, roles, password }) {
    requireGoodPassword(password);
    const passwordHash = await hashPassword(password);
    return addMemberTo(context, { email, name: name ?? null, roles, passwordHash }, context.now);
  },
  audit: addedMember,
});

export const setMemberRoles = operation({
  name: "setMemberRoles",
  summary: "Replace the roles of a member",
  access: { scope: "members:write" },
  writes: true,
  input: z.object({ id: Id("member"), roles: Roles }),
  output: Member,
  async run(context, { id, roles }) {
    await lockRoles(context);
    const member = await findMember(context, id);
    if (!member) throw notFound("member", formatId("member", id));
    requireMayChange(context.caller, roles, member.roles);
    const losesOwner = member.roles.includes("owner") && !roles.includes("owner");
    if (losesOwner && !(await hasOtherOwner(context, id))) {
      throw new Problem("conflict", "This is the last owner of the site. Make somebody else an owner first.");
    }
    await setRoles(context, id, roles, context.now);
    const changed = await findMember(context, id);
    return changed!;
  },
  audit: (_input, member) => ({
    resourceType: "member",
    resourceId: formatId("member", member.id),
    details: { roles: member.roles },
  }),
});
