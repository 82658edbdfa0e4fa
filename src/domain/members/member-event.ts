import { formatId } from "#domain/ids.ts";
import type { OutboxEvent } from "#domain/outbox/record-event.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { Member } from "./member.ts";

const encode = compileEncoder(Member);

/** The member as they are after the change, as on every wire. */
export const memberEvent = (type: "member.created" | "member.updated", member: Member): OutboxEvent => ({
  type,
  objectId: formatId("member", member.id),
  data: { object: "member", ...(encode(member) as object) },
});
