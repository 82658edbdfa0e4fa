import * as z from "zod";
import { hashPassword, requireGoodPassword } from "#domain/people/accounts/password.ts";
import { about } from "#domain/platform/audit/about.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { InvitationMessage } from "#domain/people/invitations/invitation.ts";
import { invite, inviteByLink } from "#domain/people/invitations/post-invitation.ts";
import { operation } from "#domain/platform/operation.ts";
import { addMemberTo } from "./add-member.ts";
import { newProfile } from "./profile/change-profile.ts";
import { FullName, Member, NewProfile, Roles } from "./member.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { createdEvents } from "./member-event.ts";
import { createAccountFor } from "./access/claim-account.ts";
import { findMember, lockRoles, lockMemberOr404 } from "./queries.ts";
import { namesStaff, requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { replaceRoles } from "./roles/replace-roles.ts";

const NewMember = z.object({ email: EmailAddress, name: FullName.optional(), roles: Roles });

const addedMember = (_input: unknown, member: Member) => about("member", member.id, { roles: member.roles });

/** Invites the person, by email if possible. They become active when they accept. */
export const addMember = operation({
  name: "addMember",
  summary: "Add a member",
  description: "Sends an invitation if the installation can send email.",
  writes: "members:write",
  sensitive: { subject: "roles", when: ({ roles }) => namesStaff(roles) },
  input: NewProfile.extend({ ...NewMember.shape, message: InvitationMessage.optional() }),
  output: Member,
  async run(context, { email, name, roles, message, ...input }) {
    requireMayChange(context.caller, roles);
    const profile = await newProfile(context, input);
    const person = { email, name: name ?? null, roles, returns: true, profile };
    const member = await addMemberTo(context, person, context.now);
    if (context.mail) await invite(context, member, message);
    return member;
  },
  audit: addedMember,
  event: (_input, member) => createdEvents(member),
});

/**
 * Passwords belong to people, not sites: staff cannot choose one, only the machine's operator can. Creates an account
 * for new addresses only. A person with an account is invited and keeps their password.
 */
export const addMemberWithPassword = operation({
  name: "addMemberWithPassword",
  summary: "Add a member with a password",
  writes: { only: ["cli"] },
  input: NewMember.extend({ password: z.string() }),
  output: Member,
  async run(context, { email, name, roles, password }) {
    requireGoodPassword(password, email);
    const passwordHash = await hashPassword(password);
    const { id } = await addMemberTo(context, { email, name: name ?? null, roles }, context.now);
    await createAccountFor(context, { id, email }, passwordHash);
    return mustExist(findMember(context, id));
  },
  audit: addedMember,
  event: (_input, member) => createdEvents(member),
});

/** The first owner of a school accepts by the link, before email is known to work. */
export const addMemberByLink = operation({
  name: "addMemberByLink",
  summary: "Add a member with an invitation link",
  writes: { only: ["cli"] },
  input: z.object(NewMember.shape),
  output: z.object({ member: Member, url: z.string(), expiresAt: Instant }),
  async run(context, { email, name, roles }) {
    const member = await addMemberTo(context, { email, name: name ?? null, roles }, context.now);
    return { member, ...(await inviteByLink(context, member)) };
  },
  version: ({ member }) => member.version,
  audit: (input, { member }) => addedMember(input, member),
  event: (_input, { member }) => createdEvents(member),
});

export const setMemberRoles = operation({
  name: "setMemberRoles",
  summary: "Replace the roles of a member",
  description: "You cannot grant a role above your own. The site always keeps one owner.",
  writes: "members:write",
  sensitive: { subject: "roles" },
  input: z.object({ id: Id("member"), roles: Roles }),
  output: Member,
  async run(context, { id, roles }) {
    await lockRoles(context);
    return replaceRoles(context, await lockMemberOr404(context, id), roles);
  },
  audit: addedMember,
});
