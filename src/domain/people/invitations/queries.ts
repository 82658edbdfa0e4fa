import type { Role } from "#access/roles.ts";
import { defineTable } from "#database/table/define-table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { endMailLinksOfMember } from "#domain/messages/mail-links/queries.ts";
import type { InvitationRow } from "./invitation.ts";

export const {
  columns,
  lock: lockInvitation,
  insert: insertInvitation,
  update: updateInvitation,
} = defineTable<
  InvitationRow,
  NewInvitation,
  Partial<Pick<InvitationRow, "email" | "status" | "sentAt" | "expiresAt">> & { revokedAt?: Date }
>("invitations", { without: "external_id metadata revoked_at" });

/** Returns the roles that an invitation gives. */
export async function findInvitationRoles({ db, site }: SiteScope, id: string): Promise<Role[] | undefined> {
  const found = await db.first<{ roles: Role[] }>`
    select roles from invitations where site_id = ${site.id} and id = ${id}`;
  return found?.roles;
}

/** Returns the member's pending invitation. */
export const findPendingInvitation = ({ db, site }: SiteScope, memberId: string) =>
  db.first<InvitationRow>`
    select ${columns} from invitations
     where site_id = ${site.id} and member_id = ${memberId} and status = 'pending' and deleted_at is null`;

type NewInvitation = Pick<
  InvitationRow,
  "id" | "memberId" | "email" | "roles" | "message" | "invitedBy" | "sentAt" | "expiresAt"
>;

/** Revokes the member's pending invitation, which invalidates all mailed links. */
export async function revokePendingInvitation(
  context: Context,
  { id: memberId }: { id: string },
  now: Date,
): Promise<void> {
  const pending = await findPendingInvitation(context, memberId);
  if (pending) await updateInvitation(context, pending.id, { status: "revoked", revokedAt: now }, now);
  await endMailLinksOfMember(context, memberId, now);
}
