import { formatId } from "#domain/platform/ids.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { Member } from "./member.ts";

const encode = compileEncoder(Member);

type MemberEvent = `member.${"created" | "updated" | "roles_changed" | "suspended" | "removed" | "merged"}`;

/** The changed member in wire format. */
export const memberEvent = (type: MemberEvent, member: Member): OutboxEvent => ({
  type,
  objectId: formatId("member", member.id),
  data: asRecord(encode(member)),
  isWhole: true,
});

/** The same change for subscribers who may read students only. */
const studentEvent = (type: `student.${"created" | "updated"}`, { id }: Pick<Member, "id">): OutboxEvent => ({
  type,
  objectId: formatId("member", id),
  data: { id: formatId("member", id), object: "student" },
});

/** Events of a new member, including the student event if they are one. */
export const createdEvents = (member: Member): OutboxEvent[] => [
  memberEvent("member.created", member),
  ...(member.roles.includes("student") ? [studentEvent("student.created", member)] : []),
];

/** Events of a changed profile. */
export const updatedEvents = (member: Member): OutboxEvent[] => [
  memberEvent("member.updated", member),
  ...(member.roles.includes("student") ? [studentEvent("student.updated", member)] : []),
];

/** Events of changed roles, including the student event if the member becomes one. */
export const rolesChangedEvents = (member: Member, before: Member["roles"]): OutboxEvent[] => [
  memberEvent("member.roles_changed", member),
  ...(member.roles.includes("student") && !before.includes("student") ? [studentEvent("student.created", member)] : []),
];
