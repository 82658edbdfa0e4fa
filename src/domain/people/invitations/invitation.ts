import * as z from "zod";
import { roles } from "#access/roles.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

export const invitationStatuses = ["pending", "accepted", "expired", "revoked"] as const;

/** Text of the inviter in the email: plain text, shown as one line. */
export const InvitationMessage = trimmed().min(1).max(500);

/** An invitation to become a member, sent by email. */
export const Invitation = versionedResource("invitation", {
  memberId: Id("member").meta({ description: "ID of the invited member" }),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  status: z.enum(invitationStatuses),
  message: z.string().nullable(),
  invitedBy: Id("member").nullable().meta({ description: "ID of the member who sent the invitation" }),
  sentAt: Instant,
  expiresAt: Instant,
  acceptedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export interface InvitationRow extends Omit<z.output<typeof Invitation>, "object" | "status"> {
  status: "pending" | "accepted" | "revoked";
  version: number;
}

/** Serializes an invitation. A pending one past its expiry is expired, even before a job marks it. */
export const serializeInvitation = (
  invitation: InvitationRow,
  now: Date,
): z.output<typeof Invitation> & Pick<InvitationRow, "version"> => ({
  ...invitation,
  object: "invitation",
  status: invitation.status === "pending" && invitation.expiresAt <= now ? "expired" : invitation.status,
});

export const invitedEvent = ({ id }: { id: string }): OutboxEvent => eventAbout("member.invited", "invitation", id);
