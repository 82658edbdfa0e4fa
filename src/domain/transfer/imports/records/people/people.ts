import { isDeepStrictEqual } from "node:util";
import { inOrder, type Role } from "#access/roles.ts";
import { emailKey } from "#domain/platform/email.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { checked } from "#domain/platform/checked.ts";
import type { Context } from "#domain/platform/context.ts";
import { Metadata } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { checkAgainst } from "#domain/people/member-fields/check-values.ts";
import { listFields } from "#domain/people/member-fields/queries.ts";
import { addPeople, type NewPerson } from "#domain/people/members/bulk/add-students.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { changeProfile, newProfile } from "#domain/people/members/profile/change-profile.ts";
import { CustomFields, type MemberRecord } from "#domain/people/members/member.ts";
import { createdEvents, updatedEvents } from "#domain/people/members/member-event.ts";
import { listMembersById, lockMember, lockRoles } from "#domain/people/members/queries.ts";
import { makeAlsoStudent, replaceRoles } from "#domain/people/members/roles/replace-roles.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { mergeMetadata } from "#domain/platform/metadata.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { PersonRow } from "./person-row.ts";
import { alreadyThere, eachAlone, ownKeys, type SaveOptions } from "../record-import.ts";
import { findOwn, refer, referables } from "../references.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { zip } from "#lib/zip/zip.ts";

export const keysOfPerson = ({ email, ...row }: PersonRow) => ({
  own: [...ownKeys(row), ...(email ? [emailKey(email)] : [])],
});

/** Saves people as members with the roles of their rows. `asStudents`: adds the student role to everyone. */
export async function savePeople(
  context: Context,
  rows: readonly PersonRow[],
  { createsOnly }: SaveOptions,
  { asStudents }: { asStudents: boolean },
): Promise<Outcome[]> {
  const whose = await findMembersOfRows(context, rows);
  const existing = new Map((await listMembersById(context, idsIn(whose))).map((member) => [member.id, member]));
  const fields = rows.some(({ customFields }) => customFields) ? await listFields(context) : [];
  const newMembers = new Map<number, NewPerson>();
  const outcomes = await eachAlone(rows, async (row, index) => {
    const id = itemAt(whose, index);
    if (id instanceof Problem) return id;
    const existingMember = id === null ? undefined : existing.get(id);
    if (existingMember && existingMember.status !== "removed") {
      return createsOnly ? alreadyThere() : updateRow(context, existingMember, row, asStudents);
    }
    if (existingMember) return restoreRemovedMember(context, existingMember, row);
    const newMember = newMemberOf(context, row);
    checkAgainst(fields, newMember.customFields ?? {});
    newMembers.set(index, newMember);
    return "created";
  });
  const added = await addPeople(context, [...newMembers.values()]);
  for (const [index, { email, roles = [] }] of newMembers) {
    const member = added.known.get(emailKey(email));
    if (!member || !added.added.has(member.id)) outcomes[index] = hereAlready(email);
    else if (roles.some((role) => role !== "student")) await auditRoles(context, "addMember", member.id, roles);
  }
  return outcomes;
}

const idsIn = (found: readonly (string | null | Problem)[]) => found.filter((id) => typeof id === "string");

/** Finds members by the id or external id of the row, otherwise by email address. */
async function findMembersOfRows(context: Context, rows: readonly PersonRow[]): Promise<(string | null | Problem)[]> {
  const memberIds = await findOwn(context, referables.member, rows);
  const byEmail = await refer(context, referables.member, rows, { email: "email" });
  return zip(memberIds, byEmail).map(([id, other]) => id ?? (other instanceof Problem ? null : other));
}

/** Updates an existing member from a row. */
async function updateRow(
  context: Context,
  existing: MemberRecord,
  row: PersonRow,
  asStudent: boolean,
): Promise<Outcome> {
  const changes = changesIn(existing, row);
  if (asStudent && changes.email !== undefined) throw otherAddress();
  const roles = row.roles && inOrder(row.roles);
  const becomesStudent = asStudent && !existing.roles.includes("student");
  const isMoved = roles !== undefined && String(roles) !== String(existing.roles);
  if (Object.keys(changes).length === 0 && !isMoved && !becomesStudent) return "unchanged";
  await context.db.attempt(async (db) => {
    const inside = { ...context, db };
    if (isMoved || becomesStudent) await lockRoles(inside);
    let member = await mustExist(lockMember(inside, existing.id));
    if (Object.keys(changes).length > 0) {
      ({ output: member } = await changeProfile(inside, member, changes));
      await recordEvents(inside, updatedEvents(member));
    }
    if (isMoved) {
      await replaceRoles(inside, member, roles);
      await auditRoles(inside, "setMemberRoles", member.id, roles);
    }
    if (becomesStudent) await makeAlsoStudent(inside, member);
  });
  return "updated";
}

type Changes = Parameters<typeof changeProfile>[2];

/** Returns the fields of the row that differ from the member. */
function changesIn(existing: MemberRecord, row: PersonRow): Changes {
  const { metadata, customFields, marketingConsent: consent, id: _id, roles: _roles, ...plain } = row;
  const changed = Object.entries(plain).filter(
    ([field, value]) => value !== undefined && !isSame(field, value, asRecord(existing)[field]),
  );
  const merged = { ...existing.customFields, ...customFields };
  const isOther = Object.entries(merged).some(([handle, value]) => (existing.customFields[handle] ?? null) !== value);
  const isConsentNew =
    consent &&
    (consent.granted !== existing.marketingConsent.granted ||
      (consent.source ?? null) !== existing.marketingConsent.source);
  return {
    ...Object.fromEntries(changed),
    ...(metadata && !isDeepStrictEqual(mergeMetadata(existing.metadata, metadata), existing.metadata) && { metadata }),
    ...(isOther && { customFields }),
    ...(isConsentNew && { marketingConsent: consentOf(consent) }),
  };
}

const isSame = (field: string, value: unknown, existing: unknown): boolean =>
  field === "email" ? emailKey(String(value)) === emailKey(String(existing)) : isDeepStrictEqual(value, existing);

const otherAddress = () =>
  validationFailed("/email", "conflict", "The student has another email address. Change it with an import of members.");

const consentOf = ({ granted, source }: NonNullable<PersonRow["marketingConsent"]>) => ({
  granted,
  ...(source && { source }),
});

/** Restores a removed member with their history. */
async function restoreRemovedMember(context: Context, existing: MemberRecord, row: PersonRow): Promise<Outcome> {
  const { marketingConsent: consent } = row;
  const {
    name,
    email,
    roles = ["student" as const],
    ...rest
  } = newMemberOf(context, { ...row, email: existing.email });
  const { consentGranted: _granted, consentAt: _at, consentSource: _source, ...plain } = rest;
  await context.db.attempt(async (db) => {
    const inside = { ...context, db };
    const profile = await newProfile(inside, plain, existing.id);
    const back = { email, name, roles, returns: true, profile };
    let member = await addMemberTo(inside, back, context.now);
    if (consent) ({ output: member } = await changeProfile(inside, member, { marketingConsent: consentOf(consent) }));
    await recordEvents(inside, createdEvents(member));
    if (roles.some((role) => role !== "student")) await auditRoles(inside, "addMember", member.id, roles);
  });
  return "created";
}

function newMemberOf({ caller }: Context, row: PersonRow): NewPerson {
  const { email, name = null, roles, marketingConsent: consent, customFields, metadata, id: _id, ...rest } = row;
  if (email === undefined) throw validationFailed("/email", "required", "A new member requires an email address.");
  requireMayChange(caller, roles ?? ["student"]);
  return {
    ...rest,
    email,
    name,
    ...(roles && { roles: inOrder(roles) }),
    ...(customFields && { customFields: checked(CustomFields, withoutNulls(customFields)) }),
    ...(metadata && { metadata: checked(Metadata, withoutNulls(metadata)) }),
    ...(consent && { consentGranted: consent.granted, consentSource: consent.source ?? null }),
    ...(consent?.at && { consentAt: consent.at }),
  };
}

const withoutNulls = <Value>(record: Record<string, Value | null>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Value] => entry[1] !== null));

const hereAlready = (email: string) =>
  new Problem("already_member", `${email} belongs to a member with another address or to a deleted member.`);

const auditRoles = (context: Context, action: string, memberId: string, roles: readonly Role[]): Promise<void> =>
  recordAudit(context, action, {
    resourceType: "member",
    resourceId: formatId("member", memberId),
    details: { roles, by: "import" },
  });
