import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { Invitation, type InvitationRow, invitationStatuses, serializeInvitation } from "./invitation.ts";
import { columns } from "./queries.ts";

const invitations = listing<InvitationRow>({
  kind: "invitation",
  table: sql`invitations`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: { updatedAt: range(Instant, sql`invitations.updated_at`) },
});

export const listInvitations = operation({
  name: "listInvitations",
  summary: "List invitations",
  reads: "members:read",
  input: invitations.input.extend({ status: z.enum(invitationStatuses).optional() }),
  output: pageSchemaOf(Invitation),
  async run(context, input) {
    const page = await invitations.page(context, input, { confine: [withStatus(context, input.status)] });
    return { ...page, data: page.data.map((invitation) => serializeInvitation(invitation, context.now)) };
  },
});

function withStatus({ now }: Context, status: (typeof invitationStatuses)[number] | undefined): Sql | undefined {
  if (status === undefined) return undefined;
  if (status === "pending") return sql`invitations.status = 'pending' and invitations.expires_at > ${now}`;
  if (status === "expired") return sql`invitations.status = 'pending' and invitations.expires_at <= ${now}`;
  return sql`invitations.status = ${status}`;
}
