import { mayUse, type Role } from "#access/roles.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { eventTypes, isEventType } from "#domain/event-types.ts";
import type { WebhookEndpointRecord } from "./webhook-endpoint.ts";
import type { WebhookEventRow } from "../events/webhook-event.ts";

/** Current authorization of an endpoint. */
export type GrantStatus =
  /** It belongs to the school. */
  | "own"
  /** The grant of the application that created it has ended. */
  | "ended"
  /** It belongs to an application that acts for a member with these current roles. */
  | { roles: readonly Role[] };

export async function statusOf({ db, site }: SiteScope, endpoint: WebhookEndpointRecord): Promise<GrantStatus> {
  if (endpoint.grantId === null) return "own";
  const found = await db.first<{ roles: Role[]; isActive: boolean }>`
    select members.roles, members.status = 'active' as is_active from grants
      join clients on clients.site_id = grants.site_id and clients.id = grants.client_id
      join members on members.site_id = grants.site_id and members.id = grants.member_id
     where grants.site_id = ${site.id} and grants.id = ${endpoint.grantId} and grants.revoked_at is null
       and clients.deleted_at is null and clients.blocked_at is null and members.deleted_at is null`;
  if (!found) return "ended";
  return { roles: found.isActive ? found.roles : [] };
}

/**
 * Returns whether the endpoint may receive the event: its scopes, limited to the member's current roles, must include
 * the needed one.
 */
export function mayReceive(
  endpoint: WebhookEndpointRecord,
  endpointStatus: GrantStatus,
  event: WebhookEventRow,
): boolean {
  if (endpointStatus === "own") return true;
  if (endpointStatus === "ended" || !isEventType(event.type)) return false;
  // Events describe resources as owners see them. Roles confined to their own courses do not grant `school:write`.
  if (!mayUse(endpointStatus.roles, "school:write")) return false;
  const { needs } = eventTypes[event.type];
  if (needs === null) return event.clientId === endpoint.clientId && event.memberId === endpoint.memberId;
  return endpoint.scopes.includes(needs) && mayUse(endpointStatus.roles, needs);
}
