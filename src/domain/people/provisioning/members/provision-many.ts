import * as z from "zod";
import { insertPeople } from "#domain/people/members/bulk/add-students.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { createdEvents } from "#domain/people/members/member-event.ts";
import { listMembersById } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudits } from "#domain/platform/audit/record-audit.ts";
import { newId } from "#domain/platform/ids.ts";
import { byDirectories, operation } from "#domain/platform/operation.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { requireAddress, requireDirectory } from "../caller.ts";
import { directoryFields } from "./directory-fields.ts";
import { emptyRecord, type ProvisionedMember } from "./provisioned-member.ts";

export const maxMembersPerTransaction = 200;

const { email, name, givenName, familyName, externalId, phone, locale, timeZone } = directoryFields;

/** A new member whose creation needs no more than rows: without roles, member fields and a suspension. */
export const PlainMember = z
  .strictObject({ email, name, givenName, familyName, externalId, phone, locale, timeZone, active: z.literal(true) })
  .partial()
  .required({ email: true });

export type PlainMember = z.output<typeof PlainMember>;

/** The request that an entry of the audit log names: requests for one member each share a transaction. */
const Origin = z.object({ requestId: z.string().nullable(), address: z.string().nullable() });

export const provisionMembers = operation({
  name: "provisionMembers",
  summary: "Create members of a directory together",
  description: "Leaves out people whose address another member has or had.",
  writes: byDirectories,
  input: z.object({
    people: z.array(PlainMember).max(maxMembersPerTransaction),
    /** In the order of the people. Undefined: all came with the request of the context. */
    origins: z.array(Origin).max(maxMembersPerTransaction).optional(),
  }),
  /** In the order of the people. Null: left out. */
  output: z.object({ members: z.array(z.custom<ProvisionedMember>().nullable()) }),
  async run(context, { people, origins }) {
    const { site, db, now } = context;
    const caller = requireDirectory(context);
    for (const { email: address } of people) requireAddress(caller, address);
    const requested = people.map((person, index) => ({ person, id: newId(), origin: origins?.[index] }));
    const inserted = requested.map(({ id, person }) => ({
      id,
      email: person.email,
      name: person.name ?? null,
      ...(person.phone !== undefined && { phone: person.phone }),
      ...(person.locale !== undefined && { locale: person.locale }),
      ...(person.timeZone !== undefined && { timeZone: person.timeZone }),
    }));
    const added = new Set(await insertPeople(context, inserted));
    const created = requested.filter(({ id }) => added.has(id));
    if (created.length === 0) return { members: people.map(() => null) };
    const records = created.map(({ id, person: { externalId, givenName, familyName } }) => ({
      id,
      externalId,
      givenName,
      familyName,
    }));
    await db.run`
      insert into provisioned_members (site_id, key_id, member_id, external_id, given_name, family_name, created_at)
      select ${site.id}, ${caller.keyId}, id, "externalId", "givenName", "familyName", ${now}
        from jsonb_to_recordset(${JSON.stringify(records)})
          as input (id uuid, "externalId" text, "givenName" text, "familyName" text)`;
    await recordAudits(
      context,
      created.map(({ id, origin }) => ({
        action: "provisionMember",
        subject: about("member", id, { roles: ["student"] }),
        origin,
      })),
    );
    const ids = created.map(({ id }) => id);
    const membersById = new Map((await listMembersById(context, ids)).map((member) => [member.id, member]));
    await recordEvents(
      context,
      ids.flatMap((id) => createdEvents(mustGet(membersById, id))),
    );
    return { members: requested.map(({ id, person }) => asProvisioned(membersById.get(id), person)) };
  },
  unaudited: "an entry of each member, with the action provisionMember",
});

function asProvisioned(
  member: MemberRecord | undefined,
  { externalId = null, givenName = null, familyName = null }: z.output<typeof PlainMember>,
): ProvisionedMember | null {
  return member ? { ...member, ...emptyRecord, externalId, givenName, familyName } : null;
}
