import { formatId } from "#domain/platform/ids.ts";
import type { Erased, Person } from "./person.ts";

/** By what somebody is known in texts and documents that machines have written. */
const idsOf = ({ memberId, accountId }: Pick<Person, "memberId" | "accountId">): string[] => [
  memberId,
  formatId("member", memberId),
  ...(accountId === null ? [] : [accountId]),
];

/** Patterns of `like` for texts in small letters in which somebody is named by an id or an address. */
export const traceOf = (person: Person): string[] => [...idsOf(person), ...person.emails].flatMap(anywhere);

/** The same, with their name and number: for what is of use for a short time, where too much may be taken away. */
export const widerTraceOf = (person: Person): string[] => [
  ...traceOf(person),
  ...[person.name, person.phone].flatMap((text) => {
    if (text === null) return [];
    // A short name is a part of many words: as a whole it stands between quotes in JSON.
    return isTelling(text) ? anywhere(text) : [`%"${escaped(text.toLowerCase())}"%`];
  }),
];

/** Whether a text that holds it is about the person, more likely than not. */
const isTelling = (text: string): boolean => text.length >= 8 || /\S\s+\S/.test(text) || isUnspaced(text);

/** Of a script that puts no spaces between words, in which two letters are a name. */
const isUnspaced = (text: string): boolean => text.length > 1 && /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(text);

/** As it stands in a text, and as it stands in a document of JSON, where that is another. */
const anywhere = (text: string): string[] => {
  const small = text.toLowerCase();
  return [...new Set([small, JSON.stringify(small).slice(1, -1)])].map((each) => `%${escaped(each)}%`);
};

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** What stands where something of a person stood. */
const mark = "[erased]";

/** A document of JSON in which the person is named no more: ids are the ones that stand for nobody. */
export function withoutPerson(value: unknown, person: Erased): unknown {
  if (typeof value === "string") return textWithoutPerson(value, person);
  if (Array.isArray(value)) return value.map((each) => withoutPerson(each, person));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutPerson(each, person)]));
}

/** Ids and addresses go wherever they stand; the name as a word of its own. */
export function textWithoutPerson(text: string, person: Erased): string {
  const { memberId, accountId, pseudonymId, emails, name, phone } = person;
  const changes: [RegExp, string][] = [
    [exactly(memberId), pseudonymId],
    [exactly(formatId("member", memberId)), formatId("member", pseudonymId)],
    ...(accountId === null ? [] : [accountId]).map((id): [RegExp, string] => [exactly(id), mark]),
    ...emails.map((email): [RegExp, string] => [exactly(email), mark]),
    ...[name, phone].flatMap((word): [RegExp, string][] => (word === null ? [] : [[asWord(word), mark]])),
  ];
  return changes.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
}

const exactly = (text: string): RegExp => new RegExp(RegExp.escape(text), "giu");

const asWord = (text: string): RegExp =>
  isUnspaced(text)
    ? exactly(text)
    : new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(text)}(?![\p{L}\p{N}])`, "giu");
