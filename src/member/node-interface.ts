import { builder } from "./builder.ts";

/**
 * Names of types by node. The type of a node is known only where it is loaded, because rows have no names of types.
 */
const typeNames = new WeakMap<object, string>();

/** Marks an object as a node of a type of the schema. */
export function asNode<Value extends object>(typeName: string, value: Value): Value {
  typeNames.set(value, typeName);
  return value;
}

/** Relay's GraphQL Server Specification: an object that the field `node` returns by its ID. */
export const Node = builder.interfaceRef<object>("Node").implement({
  description: "An object with a globally unique ID, by which the field `node` returns it.",
  resolveType: (value) => typeNames.get(value),
  fields: (t) => ({ id: t.id({ description: "ID of the object." }) }),
});
