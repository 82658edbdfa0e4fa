import { hash, randomBytes, randomInt } from "node:crypto";
import { rows } from "#database/statements/sql.ts";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { columnsOf, wordsOf } from "#domain/platform/declared-table.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";
import { personalTables } from "#domain/privacy/tables.ts";
import { digest } from "#lib/secrets/secret.ts";
import { day, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { anInhabitedSite, type InhabitedSite } from "./inhabited-site.ts";
import { storage } from "./storage.ts";
import { type AMember, postbox } from "../world.ts";

/** A person with data in every place that can hold personal data. */
export interface Everywhere extends InhabitedSite {
  name: string;
  phone: string;
  address: string;
  /** All identifying texts in every spelling. */
  traces: string[];
}

/** Columns that accept no free text, with the reason. */
const bound = new Set([
  // Enumerations.
  "status", "roles", "topic", "template", "cause", "read_at", "in_inbox", "enabled", "channel", "time_zone", "locale",
  // Either these or a template.
  "notifications.title", "notifications.body",
  // Four digits.
  "card_last4",
  // Ids, bytes and numbers.
  "file_ids", "picture_file_id", "result_size", "subject_id", "visible", "position", "object_id", "object",
  // Ids of lectures in one of two forms.
  "enrollments.unlocked",
]); // prettier-ignore

export async function aPersonEverywhere(): Promise<Everywhere> {
  const word = `Q${newId().replaceAll("-", "").slice(-14)}`;
  const there = await anInhabitedSite(word);
  const { site, member } = there;
  const name = `${word} Zebedee`;
  // Long and random: the whole database is searched for them, also the rows of other tests.
  const phone = `+886 2 ${randomInt(10 ** 9, 10 ** 10)}`;
  const address = `2001:db8:${randomBytes(12).toString("hex").match(/.{4}/g)!.join(":")}`;
  const siteId = site.site.id;
  await database.run`update members set phone = ${phone} where site_id = ${siteId} and id = ${member.id}`;
  await site.member({ roles: ["owner"], name: "Bo Lind", email: `bo-${newId()}@example.test` });
  await writeRecords(there, { name, phone, address });
  // Another person's rows.
  await database.run`delete from mail_links where site_id = ${siteId} and email like 'new-%'`;
  for (const declared of personalTables) await fill(declared, there, [name, member.email, phone].join(" "));
  await database.run`update sessions set address = ${address} where site_id = ${siteId}`;
  // Closes pending invitations.
  await database.run`
    update events set starts_at = ${ago(2)}, ends_at = ${ago(1)} where site_id = ${siteId}`;
  await database.run`
    update consulting_bookings set starts_at = ${ago(2)}, ends_at = ${ago(1)} where site_id = ${siteId}`;
  return { ...there, name, phone, address, traces: tracesOf(member, [name, phone, address]) };
}

const ago = (days: number) => new Date(now().getTime() - days * day);

const tracesOf = ({ id, sub, email, accountId }: AMember, more: readonly string[]): string[] =>
  [id, accountId].flatMap((each) => [each, each.replaceAll("-", "")]).concat(sub, email, more);

/** Machine records of the person: in the log, in events, in responses, in the queue, and on the disk. */
async function writeRecords({ site, member }: InhabitedSite, said: { name: string; phone: string; address: string }) {
  const { name, phone } = said;
  const { id: memberId, accountId, email, sub } = member;
  const siteId = site.site.id;
  const caller = { kind: "session", sessionId: memberId, memberId, accountId, roles: ["owner"] } as const;
  const context = { ...site.context(), caller, storage, address: said.address };
  await recordAudit(context, "updateMember", {
    resourceType: "member",
    resourceId: sub,
    details: { email, name, phone },
  });
  const serialized = { id: sub, object: "member", email, name: said.name };
  const event = { id: newId(), type: "member.updated", objectId: sub, data: serialized, memberId, createdAt: now() };
  await database.run`insert into outbox_events ${rows({ siteId, ...event, previousAttributes: { phone: said.phone } })}`;
  const answer = {
    digest: digest(newId()),
    requestDigest: digest(newId()),
    status: 200,
    body: JSON.stringify(serialized),
  };
  await database.run`insert into idempotency_keys ${rows({ siteId, ...answer, expiresAt: ago(-1) })}`;
  const letter = { kind: "passwordChanged", link: site.origin, email } as const;
  await postbox.post(context, { email, locale: "en", until: ago(-1) }, letter);
  const bytes = Buffer.from(`My name is ${said.name}, write to ${email}.`);
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), "submission");
  await keepFile(context, { filename: `${said.name}.txt`, purpose: "submission", visibility: "private" }, content);
  await database.run`update jobs set subject_id = ${memberId} where site_id = ${siteId}`;
  const suppressed = { id: newId(), email, emailKey: email, reason: "bounce", diagnostic: `550 5.1.1 <${email}>` };
  await database.run`
    insert into suppressed_addresses ${rows({ siteId, ...suppressed, createdAt: now(), updatedAt: now() })}`;
  const seen = { memberId, number: 1 };
  await database.run`insert into learner_numbers ${rows({ siteId, ...seen })} on conflict do nothing`;
}

/**
 * Assigns a row of the table to the person if there is none, and writes identifying text into each column that
 * accepts it.
 */
async function fill(declared: PersonalTable, { site, member }: InhabitedSite, said: string): Promise<void> {
  const { table, owner, actors, personal, kept = {} } = declared;
  if (table.includes(".") || !columnsOf(declared).includes("site_id")) return;
  const siteId = site.site.id;
  for (const column of [...(owner && owner.through === undefined ? [owner.column] : []), ...wordsOf(actors)]) {
    await database.pool.query(
      `update ${table} set ${column} = $2
        where site_id = $1
          and ctid = (select ctid from ${table}
                       where site_id = $1 and not exists (select from ${table} where site_id = $1 and ${column} = $2)
                       limit 1)`,
      [siteId, member.id],
    );
  }
  // These already have identifying text, each in its own row; other files belong to the school.
  if (["members", "account_sites", "files", "suppressed_addresses"].includes(table)) return;
  const replaced = Object.keys(kept).filter((column) => kept[column]?.instead !== undefined);
  const texts = [...wordsOf(personal), ...replaced];
  for (const column of texts.filter((each) => !bound.has(each) && !bound.has(`${table}.${each}`))) {
    const { rows: found } = await database.pool.query<{ type: string }>(
      "select udt_name as type from information_schema.columns where table_name = $1 and column_name = $2",
      [table, column],
    );
    const value = valueOf(found[0]!.type, said, member);
    if (value === undefined) continue;
    const ownRow = owner && owner.through === undefined ? `and ${owner.column} = '${member.id}'` : "";
    await database.pool
      .query(
        `update ${table} set ${column} = $2 where site_id = $1 and ctid = (select ctid from ${table} where site_id = $1 ${ownRow} limit 1)`,
        [siteId, value],
      )
      .catch((error: Error) => {
        throw new Error(`${table}.${column} accepts no value: ${error.message}`, { cause: error });
      });
  }
}

function valueOf(type: string, said: string, { id }: AMember): unknown {
  if (type === "text") return said;
  if (type === "_text") return [said];
  if (type === "_uuid") return [id];
  return type === "jsonb" || type === "json" ? JSON.stringify({ said }) : undefined;
}
