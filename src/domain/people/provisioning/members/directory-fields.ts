import * as z from "zod";
import { isRole } from "#access/roles.ts";
import { CustomFields, FullName, profile, type MemberChanges } from "#domain/people/members/member.ts";
import { listFields } from "#domain/people/member-fields/queries.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const NamePart = trimmed().max(200).nullable();

/** Fields of a member that a directory writes. */
export const directoryFields = {
  email: EmailAddress,
  name: FullName.nullable(),
  givenName: NamePart,
  familyName: NamePart,
  externalId: trimmed().min(1).max(255).nullable(),
  phone: profile.phone,
  locale: profile.locale,
  timeZone: profile.timeZone,
  active: z.boolean(),
  /** Names of roles. Undefined: the directory says nothing about them. */
  roles: z.array(z.string().max(100)).max(50),
  /** Values for member fields of the school, by handle. Null: none. */
  values: z.record(z.string().max(40), z.string().max(500).nullable()),
};

type Values = z.output<typeof directoryFields.values>;

/** Keeps the values for which the school has a text field: the directory also sends what the school does not collect. */
export async function customFieldsFrom(scope: SiteScope, values: Values): Promise<MemberChanges["customFields"]> {
  if (Object.keys(values).length === 0) return undefined;
  const textHandles = new Set(
    (await listFields(scope)).filter(({ kind }) => kind === "text").map(({ handle }) => handle),
  );
  const keptValues = Object.entries(values).filter(([handle]) => textHandles.has(handle));
  return keptValues.length === 0 ? undefined : Object.fromEntries(keptValues);
}

/** `customFieldsFrom` for a new member. */
export async function newCustomFieldsFrom(scope: SiteScope, values: Values) {
  const found = await customFieldsFrom(scope, values);
  const set = Object.entries(found ?? {}).filter((entry) => entry[1] !== null);
  return set.length === 0 ? {} : { customFields: CustomFields.parse(Object.fromEntries(set)) };
}

/** Returns the roles among the names. Directories also name roles of other applications. */
export const rolesAmong = (names: readonly string[]) => names.map((name) => name.toLowerCase()).filter(isRole);
