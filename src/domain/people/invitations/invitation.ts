import * as z from "zod";
import { roles } from "#access/roles.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/record-event.ts";

export const invitationStatuses = ["pending", "accepted", "expired", "revoked"] as const;

/** What whoever invites says in the mail: plain text, on one line there. */
export const InvitationMessage = z.string().trim().min(1).max(500);

/** Somebody was asked to become a member, by mail. */
export const Invitation = z
  .object({
    object: z.literal("invitation"),
    id: Id("invitation"),
    memberId: Id("member").meta({ description: "Id of the member who is invited" }),
    email: z.string(),
    roles: z.array(z.enum(roles)),
    status: z.enum(invitationStatuses),
    message: z.string().nullable(),
    invitedBy: Id("member").nullable().meta({ description: "Id of a member" }),
    sentAt: Instant,
    expiresAt: Instant,
    acceptedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Invitation" });

export interface InvitationRow extends Omit<z.output<typeof Invitation>, "object" | "status"> {
  status: "pending" | "accepted" | "revoked";
  version: number;
}

/** One that nobody has answered in its time has expired, whether or not anything has run. */
export const presentInvitation = (invitation: InvitationRow, now: Date): z.output<typeof Invitation> => ({
  ...invitation,
  object: "invitation",
  status: invitation.status === "pending" && invitation.expiresAt <= now ? "expired" : invitation.status,
});

export const invitedEvent = ({ id }: { id: string }): OutboxEvent => eventAbout("member.invited", "invitation", id);
