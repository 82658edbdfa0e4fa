import { assignments, rows, sql } from "#database/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { endMailLinksOfMember } from "#domain/messages/mail-links/queries.ts";
import type { InvitationRow } from "./invitation.ts";

export const columns = sql`
  invitations.id, invitations.member_id, invitations.email, invitations.roles, invitations.status, invitations.message,
  invitations.invited_by, invitations.sent_at, invitations.expires_at, invitations.accepted_at, invitations.version,
  invitations.created_at, invitations.updated_at`;

export const lockInvitation = ({ db, site }: SiteScope, id: string) =>
  db.first<InvitationRow>`
    select ${columns} from invitations
     where site_id = ${site.id} and id = ${id} and ${table("invitations").present} for no key update`;

/** Returns the member's pending invitation. */
export const findPendingInvitation = ({ db, site }: SiteScope, memberId: string) =>
  db.first<InvitationRow>`
    select ${columns} from invitations
     where site_id = ${site.id} and member_id = ${memberId} and status = 'pending' and deleted_at is null`;

type NewInvitation = Pick<
  InvitationRow,
  "id" | "memberId" | "email" | "roles" | "message" | "invitedBy" | "sentAt" | "expiresAt"
>;

export async function insertInvitation({ db, site }: SiteScope, invitation: NewInvitation, now: Date): Promise<void> {
  await db.run`insert into invitations ${rows({ siteId: site.id, ...invitation, createdAt: now, updatedAt: now })}`;
}

export async function updateInvitation(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Pick<InvitationRow, "email" | "status" | "sentAt" | "expiresAt">> & { revokedAt?: Date },
  now: Date,
): Promise<void> {
  await db.run`
    update invitations set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

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
