import {
  getNamedType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { chance, oneOf, type Random } from "./random.ts";
import type { KnownTexts } from "./random-input.ts";
import { openVariables } from "./random-variables.ts";

export interface RandomDocument {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

type Composite = GraphQLObjectType | GraphQLInterfaceType;

const isComposite = (type: GraphQLNamedType): type is Composite => isObjectType(type) || isInterfaceType(type);

const maxDepth = 6;

/** Introspection of a schema with the types Query and Node. */
const introspection = [
  "__schema { queryType { name } mutationType { name } types { kind name } }",
  '__type(name: "Node") { kind possibleTypes { name } fields(includeDeprecated: true) { name type { kind ofType { name } } } }',
  'unknown: __type(name: "None") { name }',
];

/**
 * A document that is almost always valid: operations with nested fragments on objects and interfaces, directives on
 * every level, aliases, merged fields, and variables that are missing, null or wrong.
 */
export function randomDocument(
  schema: GraphQLSchema,
  g: Random,
  kind: "query" | "mutation",
  known: KnownTexts = { ids: ["x"], cursors: ["x"] },
): RandomDocument {
  const variables = openVariables(g, known);
  const fragments: { name: string; type: Composite; text: string }[] = [];
  /** Fields of one response name must agree to be merged (GraphQL §5.3.2). */
  const fieldsByName = new Map<string, { name: string; args: string }>();
  let remaining = g(5, 60);

  function selection(type: Composite, depth: number): string {
    const parts = Array.from({ length: g(1, 5) }, () => part(type, depth)).join(" ");
    return ` { ${parts.trim() === "" ? "__typename" : parts} }`;
  }

  function part(type: Composite, depth: number): string {
    const choice = g(1, 100);
    if (choice <= 6) return `${chance(g, 30) ? "kind: " : ""}__typename${variables.directives()}`;
    if (choice > 35 || depth >= maxDepth || remaining <= 0) return field(type, depth);
    if (choice <= 15)
      return `...${chance(g, 50) ? ` on ${type.name}` : ""}${variables.directives()}${selection(type, depth + 1)}`;
    if (choice <= 25) return inOtherType(type, depth);
    return spread(type, depth);
  }

  /** A fragment on an object in an interface, or the reverse. */
  function inOtherType(type: Composite, depth: number): string {
    const others = isInterfaceType(type) ? schema.getPossibleTypes(type) : type.getInterfaces();
    if (others.length === 0) return field(type, depth);
    const other = oneOf<Composite>(g, others);
    return `... on ${other.name}${variables.directives()}${selection(other, depth + 1)}`;
  }

  function spread(type: Composite, depth: number): string {
    const usable = fragments.filter(
      (each) => each.type === type || type.getInterfaces().some((one) => one === each.type),
    );
    const known = usable.length > 0 && chance(g, 60) ? oneOf(g, usable).name : undefined;
    const name = known ?? newFragment(type, selection(type, depth + 1));
    const again = chance(g, 30) ? ` ...${name}${variables.directives()}` : "";
    return `...${name}${variables.directives()}${again}`;
  }

  function newFragment(type: Composite, text: string): string {
    const name = `F${fragments.length}`;
    fragments.push({ name, type, text });
    return name;
  }

  function field(type: Composite, depth: number): string {
    remaining--;
    const all = Object.values<GraphQLField<unknown, unknown>>(type.getFields());
    const flat = all.filter((each) => !isComposite(getNamedType(each.type)));
    const fields = depth >= maxDepth || remaining <= 0 ? flat : all;
    if (fields.length === 0) return "";
    if (type === schema.getQueryType() && chance(g, 3)) return oneOf(g, introspection);
    const chosen = oneOf(g, fields);
    const alias = chance(g, 15) ? oneOf(g, [`${chosen.name}2`, "__proto__", "constructor"]) : undefined;
    const { name, args } = mergeable(type, alias ?? chosen.name, chosen);
    if (name !== chosen.name) return "";
    const inner = getNamedType(chosen.type);
    const text = `${alias ? `${alias}: ` : ""}${name}${args}${variables.directives()}`;
    return isComposite(inner) ? text + selection(inner, depth + 1) : text;
  }

  function mergeable(type: Composite, responseName: string, chosen: GraphQLField<unknown, unknown>) {
    const key = `${type.name}.${responseName}`;
    const known = fieldsByName.get(key) ?? { name: chosen.name, args: argumentsOf(chosen) };
    fieldsByName.set(key, known);
    return known;
  }

  function argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
    const given = args.filter((arg) => isRequiredArgument(arg) || chance(g, 40));
    return given.length > 0
      ? `(${given.map(({ name, type }) => `${name}: ${variables.literal(type, name)}`).join(", ")})`
      : "";
  }

  /** The fragments that a text spreads, also through one another. */
  function spreadBy(text: string, found = new Set<string>()): Set<string> {
    for (const { name, text: inner } of fragments) {
      if (found.has(name) || !new RegExp(`\\.\\.\\.${name}\\b`).test(text)) continue;
      found.add(name);
      spreadBy(inner, found);
    }
    return found;
  }

  const root = kind === "mutation" ? schema.getMutationType()! : schema.getQueryType()!;
  const count = chance(g, 70) ? 1 : g(2, 3);
  const operations = Array.from({ length: count }, (_, index) => {
    const body = selection(root, 1);
    const name = count > 1 || chance(g, 50) ? `Op${index}` : undefined;
    const spreads = spreadBy(body);
    const whole = [body, ...fragments.filter((each) => spreads.has(each.name)).map(({ text }) => text)].join(" ");
    return { body, name, spreads, defined: variables.definedFor(whole) };
  });
  const texts = operations.map(({ body, name, defined }) => `${kind} ${name ?? ""}${variables.head(defined)}${body}`);
  const isUsed = (fragment: string) => operations.some(({ spreads }) => spreads.has(fragment));
  for (const { name, type, text } of fragments) {
    if (isUsed(name)) texts.splice(g(0, texts.length), 0, `fragment ${name} on ${type.name}${text}`);
  }
  const chosen = oneOf(g, operations);
  return { query: texts.join("\n"), operationName: chosen.name, variables: variables.valuesFor(chosen.defined) };
}
