import type { Role } from "#access/roles.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudits } from "#domain/platform/audit/record-audit.ts";
import { BatchConflict } from "#domain/platform/bulk/run-in-batch.ts";
import type { Context } from "#domain/platform/context.ts";
import { isEmptyPatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { storeEventsAbout } from "#domain/platform/outbox/store-events-about.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { insertPeople, type NewPerson } from "./add-students.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { createdEvents, rolesChangedEvents, updatedEvents } from "#domain/people/members/member-event.ts";
import { listMembersById } from "#domain/people/members/queries.ts";
import { type BulkChanges, updateMembers } from "./update-members.ts";
import { endTokensBeyond } from "../access/end-membership.ts";

interface Added {
  kind: "added";
  id: string;
  added: NewPerson & { id: string };
}

interface Changed {
  kind: "changed";
  id: string;
  existing: MemberRecord;
  changes: BulkChanges;
  /** Undefined if the roles stay. */
  roles: readonly Role[] | undefined;
  action: "upsertMember" | "tagMember";
}

/** A member that a row adds or changes. A plan contains each member once. */
export type PlannedMember = Added | Changed;

/** Writes planned rows with their audit entries and events, and returns the members. Throws `BatchConflict`. */
export async function writeMembers(context: Context, planned: readonly PlannedMember[]): Promise<MemberRecord[]> {
  const added = planned.flatMap((each) => (each.kind === "added" ? each.added : []));
  const changed = planned.flatMap((each) => (each.kind === "changed" ? each : []));
  await storeEventsAbout(
    context,
    planned.map(({ id }) => id),
  );
  if (added.length > 0 && (await insertPeople(context, added)).length < added.length) throw new BatchConflict();
  if (changed.length > 0) await update(context, changed);
  const ids = planned.map(({ id }) => id);
  const members = await listMembersById(context, ids);
  const byId = new Map(members.map((member) => [member.id, member]));
  const audited = planned.map((each) => ({
    action: each.kind === "added" ? "upsertMember" : each.action,
    subject: about("member", each.id),
  }));
  await recordAudits(context, audited);
  await recordEvents(
    context,
    planned.flatMap((each) => eventsOf(each, mustGet(byId, each.id))),
  );
  return members;
}

async function update(context: Context, changed: readonly Changed[]): Promise<void> {
  const withRoles = changed.flatMap(({ id, roles }) => (roles ? [{ id, roles }] : []));
  for (const same of Map.groupBy(withRoles, ({ roles }) => String(roles)).values()) {
    const ids = same.map(({ id }) => id);
    await endTokensBeyond(context, ids, itemAt(same, 0).roles, context.now);
  }
  const updates = changed.map(({ existing, changes, roles }) => ({
    existing,
    changes: { ...changes, ...(roles && { roles: [...roles] }) },
    versions: (isEmptyPatch(changes) ? 0 : 1) + (roles ? 1 : 0),
  }));
  await updateMembers(context, updates, context.now);
}

/** The profile changes before the roles do. */
function eventsOf(planned: PlannedMember, member: MemberRecord): OutboxEvent[] {
  if (planned.kind === "added") return createdEvents(member);
  const { existing, changes, roles } = planned;
  return [
    ...(isEmptyPatch(changes) ? [] : updatedEvents({ ...member, roles: existing.roles })),
    ...(roles ? rolesChangedEvents(member, existing.roles) : []),
  ];
}
