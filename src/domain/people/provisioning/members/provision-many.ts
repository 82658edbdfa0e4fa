import * as z from "zod";
import { insertPeople } from "#domain/people/members/bulk/add-students.ts";
import { createdEvents } from "#domain/people/members/member-event.ts";
import { listMembersById } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudits } from "#domain/platform/audit/record-audit.ts";
import { newId } from "#domain/platform/ids.ts";
import { byDirectories, operation } from "#domain/platform/operation.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { requireAddress, requireDirectory } from "../caller.ts";
import { directoryFields } from "./directory-fields.ts";
import type { ProvisionedMember } from "./provisioned-member.ts";
import { readManaged } from "./queries.ts";

/** Members of one transaction. */
export const maxTogether = 200;

const { email, name, givenName, familyName, externalId, phone, locale, timeZone } = directoryFields;

/** A new member whose creation needs no more than rows: without roles, member fields and a suspension. */
export const PlainMember = z
  .strictObject({ email, name, givenName, familyName, externalId, phone, locale, timeZone, active: z.literal(true) })
  .partial()
  .required({ email: true });

export const provisionMembers = operation({
  name: "provisionMembers",
  summary: "Create members of a directory together",
  description: "Leaves out people whose address another member has or had.",
  access: byDirectories,
  writes: true,
  input: z.object({ people: z.array(PlainMember).max(maxTogether) }),
  output: z.object({ members: z.array(z.custom<ProvisionedMember>()) }),
  async run(context, { people }) {
    const { site, db, now } = context;
    const caller = requireDirectory(context);
    for (const { email: address } of people) requireAddress(caller, address);
    const requested = people.map((person) => ({ person, id: newId() }));
    const inserted = requested.map(({ id, person }) => ({
      id,
      email: person.email,
      name: person.name ?? null,
      ...(person.phone !== undefined && { phone: person.phone }),
      ...(person.locale !== undefined && { locale: person.locale }),
      ...(person.timeZone !== undefined && { timeZone: person.timeZone }),
    }));
    const added = new Set(await insertPeople(context, inserted));
    const members = requested.filter(({ id }) => added.has(id));
    if (members.length === 0) return { members: [] };
    const records = members.map(({ id, person: said }) => ({
      id,
      externalId: said.externalId,
      givenName: said.givenName,
      familyName: said.familyName,
    }));
    await db.run`
      insert into provisioned_members (site_id, key_id, member_id, external_id, given_name, family_name, created_at)
      select ${site.id}, ${caller.keyId}, id, "externalId", "givenName", "familyName", ${now}
        from jsonb_to_recordset(${JSON.stringify(records)})
          as input (id uuid, "externalId" text, "givenName" text, "familyName" text)`;
    await recordAudits(
      context,
      members.map(({ id }) => ({ action: "provisionMember", subject: about("member", id, { roles: ["student"] }) })),
    );
    const ids = members.map(({ id }) => id);
    await recordEvents(context, (await listMembersById(context, ids)).flatMap(createdEvents));
    return { members: await readManaged(context, caller, ids) };
  },
});
