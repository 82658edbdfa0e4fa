import { type Sql, sql } from "#database/statements/sql.ts";
import { emailKey } from "#domain/platform/email.ts";

/** Selects the ID of the member with this address, as a value in a statement. */
export const memberWithAddress = ({ id }: { id: string }, email: string): Sql => sql`(
  select members.id from members where members.site_id = ${id} and members.email_key = ${emailKey(email)})`;
