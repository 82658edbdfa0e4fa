import {
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql";
import { chance, oneOf, type Random } from "./random.ts";

/** IDs and cursors that random arguments use besides invented ones. */
export interface KnownTexts {
  ids: readonly string[];
  cursors: readonly string[];
}

/** A JSON value for an input type: a list is sometimes a single item, and an optional field is missing or null. */
export function randomInput(g: Random, known: KnownTexts, type: GraphQLInputType, name: string): unknown {
  if (!isNonNullType(type) && chance(g, 10)) return null;
  const bare = getNullableType(type);
  if (isListType(bare)) {
    if (chance(g, 20)) return randomInput(g, known, bare.ofType, name);
    return Array.from({ length: g(0, 3) }, () => randomInput(g, known, bare.ofType, name));
  }
  if (isEnumType(bare)) return oneOf(g, bare.getValues()).name;
  if (isInputObjectType(bare)) {
    const given = Object.values(bare.getFields()).filter((field) => isRequiredInputField(field) || chance(g, 50));
    return Object.fromEntries(given.map((field) => [field.name, randomInput(g, known, field.type, field.name)]));
  }
  return randomScalar(g, known, bare.name, name);
}

function randomScalar(g: Random, { ids, cursors }: KnownTexts, type: string, name: string): unknown {
  if (type === "Boolean") return chance(g, 50);
  if (type === "Int" && name === "first") return chance(g, 85) ? g(1, 15) : g(-3, 120);
  if (type === "Int") return g(-(2 ** 31), 2 ** 31 - 1);
  if (type === "DateTime") return oneOf(g, timestamps);
  if (name === "after" && chance(g, 60)) return oneOf(g, cursors);
  if (type === "ID" && chance(g, 80)) return oneOf(g, ids);
  return chance(g, 40) ? randomCursor(g) : randomText(g);
}

const timestamps = [
  "2026-01-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59+14:00",
  "9999-12-31T23:59:59-14:00",
];

/** Any text, including letters that cannot be stored. */
const randomText = (g: Random): string =>
  String.fromCodePoint(...Array.from({ length: g(0, 40) }, () => (chance(g, 60) ? g(0, 127) : g(0, 0x10ffff))));

/** A value that looks like a cursor of a list. */
export function randomCursor(g: Random): string {
  const values = [
    0,
    -1,
    1.5,
    1e99,
    253_402_300_800_000,
    "",
    "1 over 1",
    "1e99 ahead -1",
    "9 over 1e13",
    randomText(g),
    null,
  ];
  const digits = (count: number) => Array.from({ length: count }, () => g(0, 15).toString(16)).join("");
  const id = [8, 4, 4, 4, 12].map(digits).join("-");
  return Buffer.from(JSON.stringify([randomText(g).slice(0, 8), oneOf(g, values), id])).toString("base64url");
}
