import {
  defaultFieldResolver,
  getNullableType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isListType,
  isObjectType,
  lexicographicSortSchema,
  responsePathAsArray,
} from "graphql";
import { Problem } from "#domain/platform/problem.ts";
import { codedError } from "#member/errors.ts";
import { schema } from "#member/schema.ts";
import { chance, oneOf, type Random, randomFrom } from "./random.ts";

/** The context of a query whose resolvers fail at random places. */
export interface FailingContext {
  faultSeed: number;
}

/** The schema, with resolvers that fail, return wrong values, or answer late, depending on the path. */
export function failingSchema(): GraphQLSchema {
  const copy = lexicographicSortSchema(schema);
  for (const type of Object.values(copy.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    // Some properties stay without a resolver.
    for (const [index, field] of Object.values(type.getFields()).entries()) {
      if (field.resolve || index % 3 > 0) field.resolve = failing(field);
    }
  }
  return copy;
}

function failing(field: GraphQLField<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> {
  const resolve = field.resolve ?? defaultFieldResolver;
  const isList = isListType(getNullableType(field.type));
  return (source, args, context, info) => {
    const path = responsePathAsArray(info.path).join(".");
    const g = randomFrom((context as FailingContext).faultSeed + hashOf(path));
    if (chance(g, 5)) return fault(g);
    const value: unknown = resolve(source, args, context, info);
    if (chance(g, 8)) return late(g, value);
    if (isList && chance(g, 20)) return Promise.resolve(value).then((items) => otherItems(g, items));
    return chance(g, 8) ? Promise.resolve(value).then((object) => otherProperties(g, object)) : value;
  };
}

const hashOf = (text: string): number => {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) | 0;
  return hash;
};

function fault(g: Random): unknown {
  const error = oneOf(g, [
    new Error("Broken."),
    codedError("BAD_USER_INPUT", "Refused."),
    new Problem("not_found", "Nothing is here."),
    "no error object",
  ]);
  const wrong = oneOf(g, [
    null,
    undefined,
    {},
    [],
    Number.NaN,
    1.5,
    "text",
    true,
    Symbol("wrong"),
    new Error("Returned."),
  ]);
  switch (g(1, 4)) {
    case 1:
      throw error;
    case 2:
      return rejected(error);
    case 3:
      return late(g, rejected(error));
    default:
      return wrong;
  }
}

/** Nothing awaits the promises of a position that is already null. */
function rejected(error: unknown): Promise<never> {
  // oxlint-disable-next-line promise/no-promise-in-callback -- A resolver, not a callback.
  const promise = Promise.reject(error);
  // oxlint-disable-next-line promise/no-promise-in-callback -- See above.
  promise.catch(() => {});
  return promise;
}

/** The same value after some turns, as a promise or as another thenable. */
function late(g: Random, value: unknown): unknown {
  const turns = g(0, 6);
  const promise = (async () => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    return value;
  })();
  promise.catch(() => {});
  // oxlint-disable-next-line unicorn/no-thenable
  return chance(g, 30) ? { then: promise.then.bind(promise) } : promise;
}

function otherItems(g: Random, items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  const changed = items.map((item: unknown) => (chance(g, 20) ? otherItem(g, item) : item));
  return chance(g, 20) ? new Set(changed) : changed;
}

function otherItem(g: Random, item: unknown): unknown {
  try {
    return chance(g, 50) ? late(g, item) : fault(g);
  } catch (error) {
    return error;
  }
}

/** An object whose properties are missing, promises or methods. */
function otherProperties(g: Random, object: unknown): unknown {
  if (typeof object !== "object" || object === null || object instanceof Error || Array.isArray(object)) return object;
  const properties = Object.entries(object).map(([name, value]): [string, unknown] => {
    if (chance(g, 70)) return [name, value];
    return [name, oneOf(g, [null, undefined, late(g, value), () => value, new Error("Property."), {}])];
  });
  return Object.assign(Object.create(object) as object, Object.fromEntries(properties));
}
