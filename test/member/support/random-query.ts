import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { schema } from "#member/schema.ts";

/** Returns integers in a range, reproducible from a seed. */
export type Random = (min: number, max: number) => number;

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (min, max) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) % (max - min + 1));
  };
}

/** A query or mutation that is valid for the schema: any fields, arguments, aliases, fragments and directives. */
export function randomOperation(g: Random): string {
  const mutates = g(0, 9) === 0;
  const type = mutates ? schema.getMutationType()! : schema.getQueryType()!;
  return `${mutates ? "mutation" : "query"} ${selection(g, type)}`;
}

const chance = (g: Random, percent: number): boolean => g(1, 100) <= percent;
const oneOf = <Value>(g: Random, values: readonly Value[]): Value => values[g(0, values.length - 1)]!;

function selection(g: Random, type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields());
  const chosen = fields.filter(() => chance(g, 60));
  const parts = (chosen.length > 0 ? chosen : [oneOf(g, fields)]).map((field, index) => {
    const named = getNamedType(field.type);
    const inner = innerSelection(g, named);
    const alias = chance(g, 10) ? `alias${index}: ` : "";
    const directive = chance(g, 5) ? ` @${oneOf(g, ["include", "skip"])}(if: ${chance(g, 50)})` : "";
    const text = `${alias}${field.name}${randomArguments(g, field.args)}${directive}${inner}`;
    return chance(g, 10) ? `... on ${type.name} { ${text} }` : text;
  });
  return `{ ${parts.join(" ")} ${chance(g, 20) ? "__typename" : ""} }`;
}

function innerSelection(g: Random, type: GraphQLNamedType): string {
  if (isObjectType(type)) return ` ${selection(g, type)}`;
  if (!isInterfaceType(type)) return "";
  const possible = oneOf(g, schema.getPossibleTypes(type));
  return ` { id ... on ${possible.name} ${selection(g, possible)} }`;
}

function randomArguments(g: Random, args: readonly GraphQLArgument[]): string {
  const given = args.filter(({ type }) => isNonNullType(type) || chance(g, 40));
  return given.length > 0 ? `(${given.map((arg) => pairOf(g, arg)).join(", ")})` : "";
}

const pairOf = (g: Random, { name, type }: GraphQLArgument | GraphQLInputField): string =>
  `${name}: ${name === "first" ? g(-3, 120) : literal(g, type)}`;

function literal(g: Random, type: GraphQLInputType): string {
  if (!isNonNullType(type) && chance(g, 10)) return "null";
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const length = g(0, 3);
    return `[${Array.from({ length }, () => literal(g, bare.ofType)).join(", ")}]`;
  }
  if (isEnumType(bare)) return oneOf(g, bare.getValues()).name;
  if (isInputObjectType(bare)) {
    const given = Object.values(bare.getFields()).filter((field) => isNonNullType(field.type) || chance(g, 60));
    return `{ ${given.map((field) => pairOf(g, field)).join(", ")} }`;
  }
  return scalar(g, getNamedType(bare).name);
}

function scalar(g: Random, name: string): string {
  if (name === "Boolean") return String(chance(g, 50));
  if (name === "Int") return String(g(-(2 ** 31), 2 ** 31 - 1));
  if (name === "DateTime") {
    return oneOf(g, [
      '"2026-01-01T00:00:00Z"',
      '"0000-01-01T00:00:00Z"',
      '"9999-12-31T23:59:59+14:00"',
      '"9999-12-31T23:59:59-14:00"',
      '"now"',
    ]);
  }
  return JSON.stringify(chance(g, 40) ? randomCursor(g) : randomText(g));
}

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

/** The text with a part removed, doubled or inserted. */
export function broken(g: Random, text: string): string {
  let result = text;
  for (let count = g(1, 4); count > 0; count--) {
    const at = g(0, result.length);
    const end = Math.min(result.length, at + g(0, 20));
    const piece = oneOf(g, [
      "",
      result.slice(at, end).repeat(3),
      "{",
      "}",
      "(",
      '"',
      "$x",
      "...F",
      "@",
      "\0",
      "\u{1f600}",
    ]);
    result = result.slice(0, at) + piece + result.slice(end);
  }
  return result;
}
