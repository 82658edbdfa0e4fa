import type * as z from "zod";
import { parametersOf } from "#operations/route.ts";
import { routes } from "#operations/routes.ts";
import { definitionOf, fieldsIn, methodsOf } from "#lib/wire/definition.ts";
import { bare, nodeOf } from "#lib/wire/schema-node.ts";

/** Names in the table of operations, each with its contexts, such as `fonts` or `redirects` for a field. */
export interface OperationNames {
  fields: Map<string, Set<string>>;
  /** Values by the field: `level.all`, and `members.status.active` in the context of the resource. */
  values: Map<string, Set<string>>;
  actions: Map<string, Set<string>>;
}

/** Reads the names of all inputs and outputs. */
export function readOperationNames(): OperationNames {
  const names: OperationNames = { fields: new Map(), values: new Map(), actions: new Map() };
  for (const { method, path, status, effect, operation } of routes) {
    const resource = camelCase(path.split("/")[1] ?? "");
    // The parameters of the path are in the address of a page, not in its form.
    const parameters = new Set(parametersOf(path));
    for (const [name, field] of Object.entries(fieldsIn(operation.input))) {
      if (!parameters.has(name)) readField(names, name, field, [resource], new Set());
    }
    read(names, operation.output, [resource], new Set());
    const [, , ...below] = path.split("/");
    // A POST that responds with 201 creates a resource, in a list that may be nested, or copies one.
    if (method === "POST" && effect && (status !== 201 || below.at(-1) === "duplicate") && below.length > 0) {
      put(names.actions, below.at(-1) ?? "", resource);
    }
    if (method === "DELETE") put(names.actions, "delete", listOf(path));
  }
  return names;
}

function readField(
  names: OperationNames,
  name: string,
  schema: z.ZodType,
  path: readonly string[],
  outer: ReadonlySet<z.ZodType>,
): void {
  put(names.fields, name, contextOf(path));
  read(names, schema, [...path, name], outer);
}

function read(names: OperationNames, schema: z.ZodType, path: readonly string[], outer: ReadonlySet<z.ZodType>): void {
  const core = bare(schema);
  // A tree of comments or categories contains itself.
  if (outer.has(core)) return;
  const open = new Set([...outer, core]);
  const node = nodeOf(schema);
  switch (node.kind) {
    case "object":
      for (const [name, field] of node.fields) readField(names, name, field, path, open);
      return;
    case "array":
      return read(names, node.element, path, open);
    case "record":
      return read(names, node.value, path, open);
    case "codec":
      return read(names, node.wire, path, open);
    case "choice":
      for (const [value, option] of node.options) {
        putValue(names, value, [...path, node.discriminator]);
        read(names, option, path, open);
      }
      return;
    case "leaf":
      readLeaf(names, core, path, open);
  }
}

function readLeaf(names: OperationNames, leaf: z.ZodType, path: readonly string[], open: ReadonlySet<z.ZodType>): void {
  const definition = definitionOf(leaf);
  if (definition.type === "enum" || definition.type === "literal") {
    for (const value of leaf._zod.values ?? []) putValue(names, value, path);
  }
  if (definition.type === "union") {
    for (const option of definition.options) read(names, methodsOf(option), path, open);
  }
}

/** The rows of a list are in the context of the list. */
const contextOf = (path: readonly string[]): string => path.findLast((part) => part !== "data") ?? "";

function putValue({ values }: OperationNames, value: unknown, path: readonly string[]): void {
  if (typeof value !== "string" && typeof value !== "number") return;
  const [field, context] = [path.at(-1) ?? "", contextOf(path.slice(0, -1))];
  put(values, `${field}.${value}`, context);
}

const put = (map: Map<string, Set<string>>, name: string, context: string): void => {
  map.set(name, new Set([...(map.get(name) ?? []), context]));
};

/** `/digital_products/:product/files/:fileId` deletes from `digitalProducts.files`. */
const listOf = (path: string): string =>
  path
    .split("/")
    .filter((part) => part && !part.startsWith(":"))
    .map(camelCase)
    .join(".");

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
