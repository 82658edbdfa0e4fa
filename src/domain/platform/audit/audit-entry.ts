import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";

/**
 * The kind of actor: a person in a browser, a client acting for one, the command line, Lectern itself, an unknown
 * caller, or a directory that provisions members.
 */
const actorKinds = ["person", "client", "cli", "system", "anonymous", "provisioning"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** One entry of a site's audit log. */
export const AuditEntry = z.object({
  id: Id("auditEntry"),
  /** `verbNoun`: the name of the operation or event. */
  action: z.string(),
  actorKind: z.enum(actorKinds),
  /** The acting member, or the member that a client acted for. */
  memberId: Id("member").nullable(),
  /** The member's current name; null also for erased members. */
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
