import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type Erased, memberIdsOf } from "./person.ts";
import { textWithoutPerson, traceOf, widerTraceOf, withoutPerson } from "./traces.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

// Scans logs completely by key: no index finds ids inside of JSON documents.

const rowsPerBatch = 5000;

interface Entry {
  id: string;
  action: string;
  actorKind: string;
  memberId: string | null;
  resourceId: string | null;
  details: Record<string, unknown>;
  address: string | null;
  isNamed: boolean;
}

/** The erasure's own audit entry stays as proof of the erasure and of its requester. */
const erasureActions: ReadonlySet<string> = new Set(["eraseMember", "eraseMyself"]);

/** Removes the identity from the audit log and keeps the actions. Only erasures change the audit log. */
export async function eraseFromAuditLog({ db, site }: RequestContext, person: Erased): Promise<void> {
  const memberIds = memberIdsOf(person);
  const wireIds = memberIds.map((id) => formatId("member", id));
  for (let after: string | undefined = nilUuid; after !== undefined;) {
    const page: Entry[] = await db.many<Entry>`
      with page as (
        select audit_entries.id, audit_entries.action, audit_entries.actor_kind, audit_entries.member_id,
               audit_entries.resource_id, audit_entries.details, audit_entries.address,
               coalesce(audit_entries.member_id = any(${memberIds}::uuid[]), false)
                 or coalesce(audit_entries.resource_id = any(${wireIds}::text[]), false)
                 or lower(audit_entries.details::text) like any(${traceOf(person)}::text[]) as is_named
          from audit_entries where audit_entries.site_id = ${site.id} and audit_entries.id > ${after}
         order by audit_entries.id limit ${rowsPerBatch})
      select * from page where is_named or id = (select id from page order by id desc limit 1) order by id`;
    const named = page.filter((entry) => entry.isNamed);
    if (named.length > 0) {
      const changed = named.map((entry) => entryWithout(entry, person));
      await db.run`
        update audit_entries
           set member_id = changed."memberId", resource_id = changed."resourceId", details = changed.details,
               address = changed.address
          ${table("audit_entries").fromEach(
            site.id,
            sql`jsonb_to_recordset(${JSON.stringify(changed)})
                  as input (id uuid, "memberId" uuid, "resourceId" text, details jsonb, address text)`,
          )}`;
    }
    after = page.at(-1)?.id;
  }
}

function entryWithout(
  entry: Entry,
  person: Erased,
): Pick<Entry, "id" | "memberId" | "resourceId" | "address"> & {
  details: unknown;
} {
  const { id, action, actorKind, memberId, resourceId, details, address } = entry;
  const isOwn = memberId !== null && memberIdsOf(person).includes(memberId);
  // Erases the address of the person and of anonymous actors, who were the person. Other actors keep theirs.
  const isTheirAddress = isOwn || (memberId === null && actorKind === "anonymous");
  const cleanedEntry = { id, address: isTheirAddress ? null : address };
  // An entry with both ids would link one to the other.
  if (erasureActions.has(action)) return { ...cleanedEntry, memberId: isOwn ? null : memberId, resourceId, details };
  return {
    ...cleanedEntry,
    memberId: isOwn ? person.pseudonymId : memberId,
    resourceId: resourceId === null ? null : textWithoutPerson(resourceId, person),
    details: withoutPerson(details, person),
  };
}

interface Happened {
  id: string;
  objectId: string;
  memberId: string | null;
  object: unknown;
  isNamed: boolean;
  isTouched: boolean;
}

/** Events contain their resources. */
const eventsPerBatch = 1000;

/** Keeps the events about or by the person, but removes their content. `since`: leaves earlier events unread. */
export async function eraseFromEvents(
  { db, site }: Pick<Context, "db" | "site">,
  person: Erased,
  since = new Date(0),
): Promise<void> {
  for (let after: string | undefined = nilUuid; after !== undefined;) {
    const page: Happened[] = await db.many<Happened>`
      with page as (
        select outbox_events.id, outbox_events.object_id, outbox_events.member_id,
               outbox_events.data -> 'object' as object,
               outbox_events.type <> 'member.erased'
                 and lower(concat(outbox_events.object_id, outbox_events.data, outbox_events.previous_attributes))
                       like any(${widerTraceOf(person)}::text[]) as is_named,
               coalesce(outbox_events.member_id = any(${memberIdsOf(person)}::uuid[]), false) as is_touched
          from outbox_events
         where outbox_events.site_id = ${site.id} and outbox_events.id > ${after} and outbox_events.created_at >= ${since}
         order by outbox_events.id limit ${eventsPerBatch})
      select * from page
       where is_named or is_touched or id = (select id from page order by id desc limit 1) order by id`;
    const changed = page
      .filter(({ isNamed, isTouched }) => isNamed || isTouched)
      .map((event) => redactEvent(event, person));
    if (changed.length > 0) {
      await db.run`
        update outbox_events
           set member_id = changed."memberId",
               object_id = coalesce(changed."objectId", outbox_events.object_id),
               data = coalesce(changed.data, outbox_events.data),
               previous_attributes = case when changed.data is null then outbox_events.previous_attributes end,
               is_whole = outbox_events.is_whole or changed.data is not null
          ${table("outbox_events").fromEach(site.id, sql`jsonb_to_recordset(${JSON.stringify(changed)}) as input (id uuid, "memberId" uuid, "objectId" text, data jsonb)`)}`;
    }
    after = page.at(-1)?.id;
  }
}

function redactEvent({ id, objectId, memberId, object, isNamed, isTouched }: Happened, person: Erased) {
  const actor = { id, memberId: isTouched ? person.pseudonymId : memberId };
  if (!isNamed) return actor;
  const about = textWithoutPerson(objectId, person);
  return { ...actor, objectId: about, data: { id: about, ...(typeof object === "string" && { object }) } };
}

/** Erases short-lived records, kept for days at most, that name the person. */
export async function eraseFromAnswers({ db, site, now }: RequestContext, person: Erased): Promise<void> {
  const trace = widerTraceOf(person);
  await db.run`
    update webhook_deliveries set response_excerpt = null, error = null, updated_at = ${now}
     where site_id = ${site.id} and lower(coalesce(response_excerpt, '') || ' ' || coalesce(error, '')) like any(${trace}::text[])`;
  const records = await traceOfRecords({ db, site }, person);
  await db.run`
    delete from idempotency_keys
     where site_id = ${site.id} and lower(body::text) like any(${[...trace, ...records]}::text[])`;
  await db.run`
    delete from job_results
     where site_id = ${site.id}
       and lower(name || ' ' || coalesce(error::text, '') || ' ' || coalesce(warnings::text, '') || ' ' ||
                 coalesce(made::text, '')) like any(${trace}::text[])`;
  await db.run`
    delete from authorizations
     where site_id = ${site.id} and lower(request::text) like any(${traceOf(person)}::text[])`;
}

/** Patterns for responses about records of the person, such as a refund, which need not name the person. */
async function traceOfRecords(
  { db, site }: Pick<Context, "db" | "site">,
  { memberId, pseudonymId }: Erased,
): Promise<string[]> {
  const owners = [memberId, pseudonymId];
  const found = await db.many<{ kind: "order" | "enrollment" | "subscription"; id: string }>`
    select 'order' as kind, id from orders where site_id = ${site.id} and member_id = any(${owners}::uuid[])
     union all
    select 'enrollment', id from enrollments where site_id = ${site.id} and student_id = any(${owners}::uuid[])
     union all
    select 'subscription', id from subscriptions where site_id = ${site.id} and member_id = any(${owners}::uuid[])`;
  return found.map(({ kind, id }) => `%"${formatId(kind, id).replaceAll("_", String.raw`\_`)}"%`);
}
