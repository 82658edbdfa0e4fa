import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from "graphql";
import { defaultFirst, maxFirst } from "./connection.ts";
import { codedError } from "./errors.ts";

const maxDepth = 8;
const maxNodes = 500;
/** Per selection set, as written: validation compares every two fields of the same name. */
const maxInOne = 200;
/** Visited selections, with fragments expanded: nested small fragments can multiply without adding nodes. */
const maxSelections = 5000;
/** Aliases are the only way to get a response larger than the data. */
const maxAliases = 50;
/**
 * Weight of a mutation, of a single node and of an introspection list: the first writes, the second loads its details
 * alone, the third multiplies in memory.
 */
const heavy = 10;
const maxListsOfIntrospection = 3;

/** The items of a connection, in both of its shapes. */
const itemFields: ReadonlySet<string> = new Set(["nodes", "edges"]);
const leavesWithStatement: ReadonlySet<string> = new Set(["totalCount", "unreadNotificationCount", "locale"]);
const listsOfIntrospection: ReadonlySet<string> = new Set(
  "types fields inputFields interfaces possibleTypes enumValues directives args".split(" "),
);

/** Values of variables, as sent. */
type Variables = Readonly<Record<string, unknown>>;

/**
 * Rejects expensive queries before execution. Counts as nodes: each possible item of a connection, and each field that
 * has subfields or counts rows. Fields within items are loaded for all items together. Requires a valid document,
 * without fragment cycles. Without variables, estimates the minimum cost.
 */
export function requireAffordable(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables | "least",
): void {
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment.selectionSet]),
  );
  let [nodes, seen, aliases] = [0, 0, 0];

  function look(): void {
    if (++seen > maxSelections) throw tooCostly(`more than ${maxSelections} fields with fragments expanded`);
  }
  function spend(count: number): void {
    nodes += count;
    if (nodes > maxNodes) throw tooCostly(`more than ${maxNodes} nodes. Use a smaller first`);
  }
  function name({ alias }: FieldNode): void {
    if (alias && ++aliases > maxAliases) throw tooCostly(`more than ${maxAliases} aliases with fragments expanded`);
  }
  const within = (selection: Exclude<SelectionNode, FieldNode>): SelectionSetNode | undefined =>
    selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value);

  function walk(set: SelectionSetNode, depth: number, times: number, items: number): void {
    if (depth > maxDepth) throw tooCostly(`more than ${maxDepth} levels deep`);
    for (const selection of set.selections) {
      look();
      if (selection.kind !== Kind.FIELD) {
        const inner = within(selection);
        if (inner) walk(inner, depth, times, items);
        continue;
      }
      name(selection);
      const { selectionSet } = selection;
      const field = selection.name.value;
      if (field.startsWith("__")) introspect(selectionSet, 0);
      else if (itemFields.has(field) && selectionSet) {
        spend(times * items);
        walk(selectionSet, depth + 1, times * items, 1);
      } else if (selectionSet || leavesWithStatement.has(field)) {
        spend(weightOf(operation, depth, field));
        if (selectionSet) walk(selectionSet, depth + 1, times, itemsOf(selection, operation, variables));
      }
    }
  }

  /** Types have fields, which have types again: nesting multiplies. */
  function introspect(set: SelectionSetNode | undefined, lists: number): void {
    if (lists > maxListsOfIntrospection) throw tooCostly("too many nested lists of types");
    for (const selection of set?.selections ?? []) {
      look();
      if (selection.kind !== Kind.FIELD) {
        introspect(within(selection), lists);
        continue;
      }
      name(selection);
      const isList = selection.selectionSet && listsOfIntrospection.has(selection.name.value);
      if (isList) spend(heavy);
      introspect(selection.selectionSet, isList ? lists + 1 : lists);
    }
  }

  walk(operation.selectionSet, 1, 1, 1);
}

/** Rejects queries that are expensive to validate. */
export function requireValidatable(document: DocumentNode): void {
  visit(document, {
    SelectionSet({ selections }) {
      if (selections.length > maxInOne) throw tooCostly(`more than ${maxInOne} fields in one selection set`);
    },
  });
}

/** Returns true if the cost of a query depends on its variables. */
export function dependsOnVariables(document: DocumentNode): boolean {
  let depends = false;
  visit(document, {
    Argument({ name, value }) {
      if (name.value === "first" && value.kind === Kind.VARIABLE) depends = true;
    },
  });
  return depends;
}

const weightOf = ({ operation }: OperationDefinitionNode, depth: number, field: string): number =>
  depth === 1 && (operation === OperationTypeNode.MUTATION || field === "node") ? heavy : 1;

function itemsOf(
  field: FieldNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables | "least",
): number {
  const first = field.arguments?.find(({ name }) => name.value === "first")?.value;
  if (first?.kind !== Kind.VARIABLE) return numberOf(first);
  if (variables === "least") return 1;
  const name = first.name.value;
  // A variable may have the name of an inherited property, such as toString.
  if (Object.hasOwn(variables, name)) return itemsFor(variables[name] ?? defaultFirst);
  return numberOf(variableDefinitions.find(({ variable }) => variable.name.value === name)?.defaultValue);
}

const numberOf = (value: ValueNode | undefined): number =>
  value?.kind === Kind.INT ? itemsFor(Number(value.value)) : defaultFirst;

/** A field with `first` out of range reads nothing: it is null with an error, and the other fields are answered. */
const itemsFor = (first: unknown): number => (typeof first === "number" && first >= 1 && first <= maxFirst ? first : 1);

const tooCostly = (what: string) => codedError("COST_LIMIT_EXCEEDED", `The query is too expensive: ${what}.`);
