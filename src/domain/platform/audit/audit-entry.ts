import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";

/** Who acted: a person in a browser, a client for one, the command line, Lectern itself, or nobody it knew. */
const actorKinds = ["person", "client", "cli", "system", "anonymous"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** One line of a site's audit log. */
export const AuditEntry = z.object({
  id: Id("auditEntry"),
  /** `verbNoun`: the operation, or what happened. */
  action: z.string(),
  actorKind: z.enum(actorKinds),
  /** Who acted, or for whom a client did. */
  memberId: Id("member").nullable(),
  /** As they are called now; null also for who is gone. */
  memberName: z.string().nullable(),
  memberEmail: z.string().nullable(),
  clientId: Id("client").nullable(),
  clientName: z.string().nullable(),
  resourceType: z.string().nullable(),
  resourceId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  createdAt: Instant,
});
export type AuditEntry = z.output<typeof AuditEntry>;
