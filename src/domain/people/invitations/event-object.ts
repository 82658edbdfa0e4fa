import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Invitation, type InvitationRow, serializeInvitation } from "./invitation.ts";
import { columns } from "./queries.ts";

export const object = eventObject<InvitationRow>({
  schema: Invitation,
  table: sql`invitations`,
  columns,
  serialize: ({ now }, rows) => rows.map((row) => serializeInvitation(row, now)),
});
