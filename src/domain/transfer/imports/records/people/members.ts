import { Member } from "#domain/people/members/member.ts";
import { keysOfPerson, savePeople } from "./people.ts";
import { MemberRow } from "./person-row.ts";
import { recordImport } from "../record-import.ts";

/** Members with any roles. */
export const members = recordImport({
  summary: "Members with their roles, by email address",
  scopes: ["members:write"],
  resource: Member,
  row: MemberRow,
  keysOf: keysOfPerson,
  save: (context, rows, options) => savePeople(context, rows, options, { asStudents: false }),
});
