import { rows } from "#database/sql.ts";
import { newId } from "#domain/ids.ts";
import { day, now } from "./clock.ts";
import { database } from "./database.ts";
import { newestId } from "./newest-id.ts";
import type { AMember, ASite } from "./world.ts";

/** What the staff of a site knows of a member: a field, a note, a cohort of this name, and an invitation. */
export async function insertPeople({ site }: ASite, { id: memberId, email }: AMember, name: string): Promise<void> {
  const siteId = site.id;
  const dates = { createdAt: now(), updatedAt: now() };
  const handle = `field_${name.toLowerCase()}`;
  const field = { id: newId(), handle, label: name, kind: "text" };
  await database.run`insert into member_fields ${rows({ siteId, ...field, ...dates })}`;
  const note = { id: newId(), memberId, authorId: memberId, body: name };
  await database.run`insert into member_notes ${rows({ siteId, ...note, ...dates })}`;

  const groupId = newId();
  const courseId = await newestId(siteId, "courses");
  await database.run`insert into groups ${rows({ siteId, id: groupId, name, studentCount: 1, ...dates })}`;
  await database.run`insert into group_courses ${rows({ siteId, groupId, courseId })}`;
  await database.run`insert into group_members ${rows({ siteId, groupId, memberId, createdAt: now() })}`;

  const terms = { sentAt: now(), expiresAt: new Date(now().getTime() + day) };
  const invitation = { id: newId(), memberId, email, roles: ["student"], invitedBy: memberId, ...terms };
  await database.run`
    insert into invitations ${rows({ siteId, ...invitation, ...dates })} on conflict do nothing`;
}
