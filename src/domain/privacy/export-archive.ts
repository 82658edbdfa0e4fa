import { strToU8, Zip, ZipDeflate } from "fflate";
import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { emailKey } from "#domain/platform/email.ts";
import { formatId } from "#domain/platform/ids.ts";
import { ownedBy } from "./owned-by.ts";
import { memberIdsOf, type Person } from "./person.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";
import { isVisible, namesIn, readable } from "./readable-row.ts";
import { personalTables } from "./tables.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

/** Each batch is compressed before the next is read. */
const rowsPerRead = 500;

/**
 * Exports all personal data of a person at this site as a ZIP of JSON files: one per resource type, and one that
 * explains them.
 */
export async function exportArchive(context: RequestContext, person: Person): Promise<Buffer> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const files = personalTables.flatMap((declared) =>
    declared.exportedAs === undefined ? [] : [{ declared, name: `${declared.exportedAs}.json` }],
  );
  const about = {
    school: { name: context.site.name, url: context.site.origin },
    member: formatId("member", person.memberId),
    made_at: context.now.toISOString(),
    files: Object.fromEntries(files.map(({ name, declared }) => [name, declared.holds])),
  };
  const opened = begin(zip, "about.json");
  opened.push(strToU8(`${JSON.stringify(about, null, 2)}\n`), true);
  for (const { name, declared } of files) {
    const file = begin(zip, name);
    let before = "[";
    for await (const row of readRows(context, declared, person)) {
      file.push(strToU8(`${before}\n${JSON.stringify(row, null, 2)}`));
      before = ",";
    }
    file.push(strToU8(before === "[" ? "[]\n" : "\n]\n"), true);
  }
  zip.end();
  return Buffer.concat(packed);
}

function begin(zip: Zip, name: string): ZipDeflate {
  const file = new ZipDeflate(name, { level: 6 });
  zip.add(file);
  return file;
}

type Row = Record<string, unknown>;

async function* readRows({ db, site }: RequestContext, declared: PersonalTable, person: Person): AsyncGenerator<Row> {
  const isPaged = isVisible(declared, "id");
  // The account id is the same at every site, so the export shows the member id instead.
  const ownId = declared.table === "accounts" ? { id: formatId("member", person.memberId) } : {};
  const [table, condition] = [identifier(declared.table), conditionOf(site, declared, person)];
  for (let after = nilUuid; ;) {
    const rows = await db.many<{ row: Row; names: Record<string, string | null> }>`
      select to_jsonb(things) as row, ${namesIn(site, declared)} as names from ${table} as things
       where ${condition} and ${isPaged ? sql`things.id > ${after}` : sql`true`}
       ${isPaged ? sql`order by things.id limit ${rowsPerRead}` : sql``}`;
    for (const { row, names } of rows) {
      yield {
        ...ownId,
        ...readable(declared, row),
        ...names,
        ...pictureOf(site, declared, row),
        ...deviceOf(declared, row),
      };
    }
    const last = rows.at(-1);
    if (!isPaged || !last || rows.length < rowsPerRead) return;
    after = String(last.row["id"]);
  }
}

/** The URL of the profile picture: the archive has no bytes of files. */
const pictureOf = (site: RequestContext["site"], { table }: PersonalTable, { picture_file_id: id }: Row) =>
  table === "members" ? { picture_url: publicFileUrl(site, typeof id === "string" ? id : null) } : {};

/** The subscription of a browser is sealed, and its keys would let others send to it. */
const deviceOf = ({ table }: PersonalTable, { push }: Row) =>
  table === "sessions" ? { receives_notifications: push !== null } : {};

function conditionOf(site: RequestContext["site"], declared: PersonalTable, person: Person): Sql {
  const { table, owner } = declared;
  const { memberId, accountId, isLinked } = person;
  if (table === "accounts") return sql`things.id = ${isLinked ? accountId : null}`;
  if (table === "members") return sql`things.site_id = ${site.id} and things.id = ${memberId}`;
  if (table === "audit_entries")
    return sql`things.site_id = ${site.id} and things.member_id = any(${memberIdsOf(person)}::uuid[])`;
  if (table === "vouchers") return sql`things.site_id = ${site.id} and (${boughtOrReceived(site, person)})`;
  // Before the owner of the other address has confirmed, their records are none of the person's.
  const isShown = table === "member_merges" ? sql`things.completed_at is not null` : sql`true`;
  if (!owner) throw new Error(`The table ${table} has no declared owner.`);
  return sql`things.site_id = ${site.id} and ${ownedBy({ site }, owner, memberId)} and ${isShown}`;
}

/** Vouchers that the person bought, and gifts to an address of theirs that they redeemed. */
const boughtOrReceived = (site: RequestContext["site"], { memberId, emails }: Person): Sql => sql`
  things.member_id = ${memberId}
  or things.recipient_email_key = any(${emails.map(emailKey)}::text[]) and things.id in (
    select voucher_id from voucher_seats where site_id = ${site.id} and member_id = ${memberId})`;
