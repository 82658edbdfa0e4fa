import * as z from "zod";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { externalIdTaken, findByExternalId } from "#domain/platform/external-ids.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { sql } from "#database/statements/sql.ts";
import { allSessions, restoreSessions } from "#domain/offers/consulting/all-sessions.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { notImported } from "./not-imported.ts";
import { restoredPart } from "./restored-part.ts";
import { storedRows } from "./stored-rows.ts";

const Sessions = z.object({
  serviceId: Id("consultingService"),
  memberId: Id("member"),
  sessionsTotal: z.number().int().min(1).max(100_000),
  sessionsUsed: z.number().int().min(0),
  source: z.enum(["purchase", "manual", "membership", "import"]),
  grantedAt: Instant,
  expiresAt: Instant.nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
});

/** Sessions of consulting services that members acquired, booked or not. */
export const consultingSessions = restoredPart({
  rows: (context) => storedRows(Sessions.extend({ id: Id("consultingGrant") }), allSessions(context)),
  key: ["service_id", "member_id", "granted_at"],
  schema: Sessions,
  notCompared: [],
  insert,
});

async function insert(context: Context, sessions: z.output<typeof Sessions>): Promise<string> {
  const { serviceId, memberId, sessionsTotal, sessionsUsed, externalId } = sessions;
  if (sessionsUsed > sessionsTotal) {
    throw validationFailed("/sessionsUsed", "too_big", `Expected at most ${sessionsTotal}, the number of sessions.`);
  }
  if (!(await findService(context, { id: serviceId }))) throw notImported("/serviceId", "consulting service");
  if (!(await findMember(context, memberId))) throw notImported("/memberId", "member");
  if (externalId && (await findByExternalId(context, sql`consulting_grants`, externalId))) {
    throw externalIdTaken("grant of sessions");
  }
  return formatId("consultingGrant", await restoreSessions(context, sessions, context.now));
}
