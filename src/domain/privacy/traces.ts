import { formatId } from "#domain/ids.ts";
import type { Erased, Person } from "./person.ts";

/** By what somebody is known in texts and documents that machines have written. */
const idsOf = ({ memberId, accountId }: Person): string[] => [memberId, formatId("member", memberId), accountId];

/** Patterns of `like` for texts in small letters in which somebody is named by an id or an address. */
export const traceOf = (person: Person): string[] => [...idsOf(person), ...person.emails].flatMap(contains);

/** The same, with their name and number: for what is of use for a short time, where too much may be taken away. */
export const widerTraceOf = (person: Person): string[] => [
  ...traceOf(person),
  ...[person.name, person.phone].flatMap((text) => (text === null ? [] : contains(text))),
];

/** As it stands in a text, and as it stands in a document of JSON, where that is another. */
const contains = (text: string): string[] => {
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

export function textWithoutPerson(text: string, person: Erased): string {
  const { memberId, accountId, pseudonymId, emails, name, phone } = person;
  const ids = [
    [memberId, pseudonymId],
    [formatId("member", memberId), formatId("member", pseudonymId)],
    [accountId, mark],
  ] as const;
  const words = [...emails, name, phone].filter((each) => each !== null).map((each) => [each, mark] as const);
  return [...ids, ...words].reduce(
    (rest, [from, to]) => rest.replaceAll(new RegExp(RegExp.escape(from), "giu"), to),
    text,
  );
}
