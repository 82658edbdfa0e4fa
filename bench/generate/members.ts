import type pg from "pg";

/** A range of member numbers, inclusive. */
export interface Range {
  first: number;
  last: number;
}

/**
 * Returns IDs in UUIDv7 order: the row number takes the place of the timestamp, a hash fills the rest. A range of
 * members therefore fills adjacent index pages, as on a site that grew over time.
 */
export const idOf = (number: string, name: string) => `
  overlay(overlay(md5(${name}) placing lpad(to_hex(1704067200000 + ${number}), 12, '0') || '7' from 1)
          placing '8' from 17)::uuid`;

const memberId = (number: string) => idOf(number, `$1 || '/' || $2 || '/member/' || ${number}`);
const accountId = (number: string) => idOf(number, `$1 || '/' || $2 || '/account/' || ${number}`);
export { memberId };

const email = (number: string) =>
  `'m' || ${number} || '@' || substr(md5($1 || '/' || $2), 1, 12) || '.example.invalid'`;

const firstNames = "{Ada,Bao,Chidi,Dora,Elif,Femi,Goro,Hana,Ines,Jonas,Kofi,Lena,Mei,Nils,Omar,Pia}";
const lastNames = "{Abe,Berg,Cruz,Diaz,Endo,Faye,Gray,Hahn,Ito,Jung,Kaya,Lin,Mora,Nkosi,Ortiz,Park,Quist}";

/** Inserts accounts, members and the mapping between them. `$1` is the site, `$2` the seed. */
export async function insertMembers(
  client: pg.ClientBase,
  siteId: string,
  seed: number,
  { first, last }: Range,
  { now, isCounted }: { now: Date; isCounted: boolean },
): Promise<void> {
  const given = [siteId, String(seed), first, last];
  await client.query(
    `insert into accounts (id, email, email_key, created_at, updated_at)
     select ${accountId("n")}, ${email("n")}, ${email("n")}, $5, $5
       from generate_series($3::bigint, $4::bigint) as n`,
    [...given, now],
  );
  await client.query(
    `insert into members (site_id, id, account_id, name, email, email_key, roles, joined_at, created_at, updated_at,
                          counted_joined_at)
     select $1::uuid, ${memberId("n")}, ${accountId("n")},
            ($6::text[])[1 + n % 16] || ' ' || ($7::text[])[1 + n / 16 % 17], ${email("n")}, ${email("n")}, '{student}',
            $5, $5, $5, case when $8::boolean then $5::timestamptz end
       from generate_series($3::bigint, $4::bigint) as n`,
    [...given, now, firstNames, lastNames, isCounted],
  );
  await client.query(
    `insert into account_sites (account_id, site_id, member_id)
     select ${accountId("n")}, $1::uuid, ${memberId("n")}
       from generate_series($3::bigint, $4::bigint) as n`,
    given,
  );
}
