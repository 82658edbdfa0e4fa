import { badRequest } from "../responses/scim-error.ts";
import type { Resource } from "../schema/resource-type.ts";
import { enterpriseHandles, enterpriseSchema } from "../schema/user-type.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** Input of the operations on members, without what does not change. */
export type UserInput = Record<string, unknown>;

export function newUserFrom(user: Resource): UserInput {
  const changes = changesOf({}, user);
  if (changes["email"] === undefined) throw missingName();
  return changes;
}

/** Compares a user with what it shall be, by the attributes that the school keeps. */
export function changesOf(current: Resource, wanted: Resource): UserInput {
  if (typeof wanted["userName"] !== "string") throw missingName();
  const all: UserInput = {
    email: changed(current["userName"], wanted["userName"].trim()),
    externalId: changed(current["externalId"], wanted["externalId"]),
    givenName: changed(partOf(current, "givenName"), partOf(wanted, "givenName")),
    familyName: changed(partOf(current, "familyName"), partOf(wanted, "familyName")),
    name: nameOf(current, wanted),
    phone: changed(phoneOf(current), phoneOf(wanted)),
    locale: languageOf(current, wanted),
    timeZone: changed(current["timezone"], wanted["timezone"]),
    // Both are kept if the directory says nothing.
    active: wanted["active"] === undefined ? undefined : changed(current["active"], wanted["active"]),
    roles: wanted["roles"] === undefined ? undefined : rolesOf(current, wanted),
    values: valuesOf(current, wanted),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const missingName = () => badRequest("invalidValue", "userName is required: the email address of the member.");

/** Returns the wanted value if it differs, null if there is none, and undefined if nothing changes. */
const changed = (current: unknown, wanted: unknown): unknown =>
  (wanted ?? null) === (current ?? null) ? undefined : wanted === "" ? null : (wanted ?? null);

const partOf = ({ name }: Resource, part: string): unknown => (isRecord(name) ? name[part] : undefined);

/** The attribute that changes decides. A name in parts is put together if the directory sends no other. */
function nameOf(current: Resource, wanted: Resource): unknown {
  const display = changed(current["displayName"], wanted["displayName"]);
  if (typeof display === "string") return display;
  const formatted = changed(partOf(current, "formatted"), partOf(wanted, "formatted"));
  if (typeof formatted === "string") return formatted;
  const composed = composedOf(wanted);
  const isOnlyInParts = wanted["displayName"] === undefined && partOf(wanted, "formatted") === undefined;
  if (isOnlyInParts) return changed(current["displayName"], composed);
  // A name that was composed of its parts follows them.
  return current["displayName"] === composedOf(current) && composed !== composedOf(current)
    ? (composed ?? undefined)
    : undefined;
}

function composedOf(user: Resource): string | undefined {
  const [given, family] = [partOf(user, "givenName"), partOf(user, "familyName")].map((part) =>
    typeof part === "string" ? part.trim() : "",
  );
  const parts = [given, family].filter((part) => part !== "").map(String);
  if (parts.length === 0) return undefined;
  const isHan = parts.every((part) => /^\p{Script=Han}+$/u.test(part));
  return isHan ? parts.toReversed().join("") : parts.join(" ");
}

/** The school keeps one number. */
function phoneOf({ phoneNumbers }: Resource): unknown {
  const numbers = Array.isArray(phoneNumbers) ? phoneNumbers.filter(isRecord) : [];
  const preferred =
    numbers.find(({ primary }) => primary === true) ?? numbers.find(({ type }) => type === "work") ?? numbers[0];
  return preferred?.["value"];
}

/** Both attributes are the language of the member: the one that changes decides. */
function languageOf(current: Resource, wanted: Resource): unknown {
  const currentLocale = current["locale"];
  const named = [wanted["preferredLanguage"], wanted["locale"]];
  const newLanguage = named.find((language) => language !== undefined && language !== currentLocale);
  if (typeof newLanguage === "string") return newLanguage === "" ? null : newLanguage.replaceAll("_", "-");
  const isRemoved = currentLocale !== undefined && named.every((language) => language === undefined);
  return isRemoved ? null : undefined;
}

function rolesOf(current: Resource, wanted: Resource): unknown {
  const names = namesOf(wanted);
  return String(names.toSorted()) === String(namesOf(current).toSorted()) ? undefined : names;
}

const namesOf = ({ roles }: Resource): string[] =>
  (Array.isArray(roles) ? roles : []).filter(isRecord).flatMap(({ value }) => (typeof value === "string" ? value : []));

/** Values of the enterprise extension, by the handle of their member field. */
function valuesOf(current: Resource, wanted: Resource): unknown {
  const [before, after] = [current[enterpriseSchema], wanted[enterpriseSchema]].map((one) =>
    isRecord(one) ? one : {},
  );
  const values = Object.entries(enterpriseHandles).flatMap(([attribute, handle]) => {
    const value = changed(before?.[attribute], after?.[attribute]);
    return value === undefined ? [] : [[handle, value]];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}
