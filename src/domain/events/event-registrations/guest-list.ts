import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireEventToRead } from "#domain/events/events/require-event.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { operation } from "#domain/platform/operation.ts";
import { foldingInSql } from "#domain/platform/search/folding-in-sql.ts";
import { foldForSearch } from "#lib/text/search-folding.ts";
import { columns, person } from "./queries.ts";
import { EventRegistration, type RegistrationRecord, serializeRegistration } from "./registration.ts";

const maxGuests = 200;

const Seats = z.number().int().min(0);

const GuestList = z
  .object({
    object: z.literal("guest_list"),
    seats: z
      .object({ expected: Seats, checkedIn: Seats })
      .meta({ id: "GuestListSeats", description: "Seats of all guests of the event, whatever the search" }),
    guests: z.array(EventRegistration).meta({ description: `At most ${maxGuests}, by name` }),
    hasMore: z.boolean().meta({ description: "More guests match. Narrow the search." }),
  })
  .meta({ id: "GuestList" });

export const getGuestList = operation({
  name: "getGuestList",
  summary: "Retrieve the guest list of an event",
  description:
    "Everyone with a seat, for check-in at the door. `q` is a check-in code or a part of a name or email address; names and addresses are searched and included only with `members:read` or `students:read`.",
  reads: "events:read",
  input: z.object({
    event: ReferenceTo("event"),
    q: z
      .string()
      .trim()
      .max(100)
      .optional()
      .meta({ examples: ["ana"] }),
    checkedIn: z.boolean().optional(),
  }),
  output: GuestList,
  async run(context, { event: reference, q = "", checkedIn }) {
    const event = await requireEventToRead(context, reference);
    const found = await findGuests(context, event.id, { q, checkedIn });
    return {
      object: "guest_list" as const,
      seats: await countSeats(context, event.id),
      guests: found.slice(0, maxGuests).map((guest) => serializeRegistration(context, guest)),
      hasMore: found.length > maxGuests,
    };
  },
});

const hasSeat = sql`event_registrations.status in ('registered', 'checked_in', 'no_show')`;

interface Search {
  q: string;
  checkedIn: boolean | undefined;
}

const findGuests = (context: Context, eventId: string, { q, checkedIn }: Search): Promise<RegistrationRecord[]> =>
  context.db.many<RegistrationRecord>`
    select ${columns} from event_registrations ${person}
     where event_registrations.site_id = ${context.site.id} and event_registrations.event_id = ${eventId}
       and event_registrations.deleted_at is null and ${hasSeat}
       and ${checkedIn === undefined ? sql`true` : sql`(event_registrations.status = 'checked_in') = ${checkedIn}`}
       and ${q === "" ? sql`true` : matches(context, q)}
     order by lower(coalesce(person.name, person.email)), event_registrations.id
     limit ${maxGuests + 1}`;

/** The guests of one event have no index by name: each is compared. */
function matches({ caller }: Context, q: string): Sql {
  const byCode = sql`event_registrations.check_in_code = ${q.toUpperCase()}`;
  if (!holdsScope(caller, "members:read") && !holdsScope(caller, "students:read")) return byCode;
  const part = foldForSearch(q);
  return sql`(
    ${byCode} or position(lower(${q}) in person.email) > 0
    or (${part} <> '' and position(${part} in ${foldingInSql(sql`coalesce(person.name, '')`)}) > 0))`;
}

const countSeats = ({ db, site }: Context, eventId: string): Promise<{ expected: number; checkedIn: number }> =>
  db.one<{ expected: number; checkedIn: number }>`
    select coalesce(sum(quantity), 0)::integer as expected,
           coalesce(sum(quantity) filter (where status = 'checked_in'), 0)::integer as checked_in
      from event_registrations
     where site_id = ${site.id} and event_id = ${eventId} and deleted_at is null and ${hasSeat}`;
