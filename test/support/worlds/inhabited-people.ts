import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { day, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { insertFactors } from "./inhabited-factors.ts";
import { newestId } from "./newest-id.ts";
import type { AMember, ASite } from "../world.ts";

/** An invited person, staff notes and fields of that person and the member, and a cohort of this name. */
export async function insertPeople({ site }: ASite, { id: memberId }: AMember, name: string): Promise<void> {
  const siteId = site.id;
  const dates = { createdAt: now(), updatedAt: now() };
  const email = `guest-${newId()}@example.test`;
  const newcomer = { email, name, roles: ["student"] } as const;
  const guest = await database.transaction((db) => addMemberTo({ db, site }, newcomer, now()));
  await insertFactors({ site }, guest.id, name);
  const terms = { sentAt: now(), expiresAt: new Date(now().getTime() + day) };
  const invitation = { id: newId(), memberId: guest.id, email, roles: ["student"], invitedBy: memberId, ...terms };
  await database.run`insert into invitations ${rows({ siteId, ...invitation, ...dates })}`;
  const suppressed = { id: newId(), email, emailKey: email, reason: "bounce", statusCode: "5.1.1", diagnostic: name };
  await database.run`insert into suppressed_addresses ${rows({ siteId, ...suppressed, ...dates })}`;
  const former = { fromMemberId: newId(), fromEmails: [`former-${email}`], fromName: name, fromPhone: "+1 555 0100" };
  const ids = { id: newId(), intoMemberId: memberId, requestedBy: memberId };
  const merge = { ...ids, ...former, status: "completed", expiresAt: now(), completedAt: now() };
  await database.run`insert into member_merges ${rows({ siteId, ...merge, ...dates })}`;
  const feed = { siteId, id: newId(), memberId, createdAt: now() };
  await database.run`insert into calendar_feeds ${rows(feed)} on conflict do nothing`;
  const note = { id: newId(), memberId: guest.id, authorId: memberId, body: name };
  await database.run`insert into member_notes ${rows({ siteId, ...note, ...dates })}`;
  const message = { id: newId(), memberId: guest.id, authorId: memberId, audience: JSON.stringify({ kind: "member" }) };
  const text = { subject: name, bodyMarkdown: name, bodyHtml: name, status: "sent", recipientCount: 1 };
  await database.run`insert into messages ${rows({ siteId, ...message, ...text, ...dates })}`;
  const recipient = { messageId: message.id, memberId: guest.id, email: "sent", inInbox: true, createdAt: now() };
  await database.run`insert into message_recipients ${rows({ siteId, ...recipient })}`;
  // A site has at most 100 fields, even after many calls.
  const field = { id: newId(), handle: "employer", label: name, kind: "text" };
  await database.run`insert into member_fields ${rows({ siteId, ...field, ...dates })} on conflict do nothing`;

  const groupId = newId();
  const courseId = await newestId(siteId, "courses");
  await database.run`insert into groups ${rows({ siteId, id: groupId, name, studentCount: 1, ...dates })}`;
  await database.run`insert into group_courses ${rows({ siteId, groupId, courseId })}`;
  await database.run`insert into group_members ${rows({ siteId, groupId, memberId: guest.id, createdAt: now() })}`;
}
