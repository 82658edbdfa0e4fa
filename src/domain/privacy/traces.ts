import { formatId } from "#domain/platform/ids.ts";
import { accountIdsOf, type Erased, memberIdsOf, type Person, wordsOfPerson } from "./person.ts";

/** Ids that identify a person in generated texts and documents. */
const idsOf = (person: Pick<Person, "memberId" | "accountId" | "former">): string[] => [
  ...memberIdsOf(person).flatMap((id) => [id, formatId("member", id)]),
  ...accountIdsOf(person),
];

/** Lower-case `like` patterns for texts that name the person by id or address. */
export const traceOf = (person: Person): string[] => [...idsOf(person), ...person.emails].flatMap(anywhere);

/** Also matches name and phone number. For short-lived records, where false positives are acceptable. */
export const widerTraceOf = (person: Person): string[] => [
  ...traceOf(person),
  ...wordsOfPerson(person).flatMap((text) => {
    // A short name is part of many words, so it must be a complete quoted JSON string.
    return isDistinctive(text) ? anywhere(text) : [`%"${escaped(text.toLowerCase())}"%`];
  }),
];

/** Returns whether a match is probably about the person. */
const isDistinctive = (text: string): boolean => text.length >= 8 || /\S\s+\S/.test(text) || isUnspaced(text);

/** Scripts without spaces, in which two characters can be a full name. */
const isUnspaced = (text: string): boolean => text.length > 1 && /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(text);

/** Patterns for plain text and for its JSON-escaped form, if different. */
const anywhere = (text: string): string[] => {
  const small = text.toLowerCase();
  return [...new Set([small, JSON.stringify(small).slice(1, -1)])].map((each) => `%${escaped(each)}%`);
};

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Replacement for erased values. */
const mark = "[erased]";

/** Removes the person from a JSON document and replaces ids with the pseudonym. */
export function withoutPerson(value: unknown, person: Erased): unknown {
  if (typeof value === "string") return textWithoutPerson(value, person);
  if (Array.isArray(value)) return value.map((each) => withoutPerson(each, person));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPerson(each, person)]));
}

/** Replaces ids and addresses anywhere, and the name as a separate word. */
export function textWithoutPerson(text: string, person: Erased): string {
  const { pseudonymId, emails } = person;
  const changes: [RegExp, string][] = [
    ...memberIdsOf(person).flatMap((id): [RegExp, string][] => [
      [exactly(id), pseudonymId],
      [exactly(formatId("member", id)), formatId("member", pseudonymId)],
    ]),
    ...accountIdsOf(person).map((id): [RegExp, string] => [exactly(id), mark]),
    ...emails.map((email): [RegExp, string] => [exactly(email), mark]),
    ...wordsOfPerson(person).map((word): [RegExp, string] => [asWord(word), mark]),
  ];
  return changes.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
}

const exactly = (text: string): RegExp => new RegExp(RegExp.escape(text), "giu");

const asWord = (text: string): RegExp =>
  isUnspaced(text)
    ? exactly(text)
    : new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(text)}(?![\p{L}\p{N}])`, "giu");
