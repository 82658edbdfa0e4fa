import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import { codedError } from "./errors.ts";

const deepest = 8;
const mostNodes = 500;
/** Selections looked at, fragments in place: small fragments that spread one another multiply without any node. */
const mostSelections = 5000;

/**
 * Refuses what would cost too much, before it is compiled: every field that has fields of its own, or that counts, is a
 * node for each item of the lists above it. A `first` that is a variable stands for the most it may be. For documents
 * that are valid: fragments do not go round in circles.
 */
export function requireAffordable(document: DocumentNode, operation: OperationDefinitionNode): void {
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment.selectionSet]),
  );
  let nodes = 0;
  let seen = 0;

  function walk(set: SelectionSetNode, depth: number, times: number): void {
    if (depth > deepest) throw tooCostly(`more than ${deepest} levels deep`);
    for (const selection of set.selections) {
      if (++seen > mostSelections) throw tooCostly(`more than ${mostSelections} fields, fragments counted in place`);
      if (selection.kind !== Kind.FIELD) {
        const inner = fieldsOf(selection);
        if (inner) walk(inner, depth, times);
        continue;
      }
      // Introspection reads what is in memory, and has its own depth.
      if (selection.name.value.startsWith("__")) continue;
      if (!selection.selectionSet && selection.name.value !== "totalCount") continue;
      nodes += times;
      if (nodes > mostNodes) throw tooCostly(`more than ${mostNodes} nodes. Ask for fewer by first`);
      const first = selection.arguments?.find(({ name }) => name.value === "first")?.value;
      if (selection.selectionSet) walkNodes(selection.selectionSet, depth + 1, times, itemsOf(first));
    }
  }

  /** Of a connection only `nodes` comes as often as it has items. */
  function walkNodes(set: SelectionSetNode, depth: number, times: number, items: number): void {
    for (const selection of set.selections) {
      const isList = selection.kind === Kind.FIELD && selection.name.value === "nodes";
      if (isList && selection.selectionSet) {
        nodes += times * items;
        if (nodes > mostNodes) throw tooCostly(`more than ${mostNodes} nodes. Ask for fewer by first`);
        walk(selection.selectionSet, depth + 1, times * items);
      } else if (selection.kind === Kind.FIELD)
        walk({ kind: Kind.SELECTION_SET, selections: [selection] }, depth, times);
      else {
        const inner = fieldsOf(selection);
        if (++seen > mostSelections) throw tooCostly(`more than ${mostSelections} fields, fragments counted in place`);
        if (inner) walkNodes(inner, depth, times, items);
      }
    }
  }

  const fieldsOf = (selection: Exclude<SelectionNode, { kind: Kind.FIELD }>) =>
    selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value);

  walk(operation.selectionSet, 1, 1);
}

/** The default of `first`, and the most it may be. */
const [usual, most] = [20, 100];

function itemsOf(first: ValueNode | undefined): number {
  if (first === undefined) return usual;
  return first.kind === Kind.INT ? Math.max(1, Number(first.value)) : most;
}

const tooCostly = (what: string) => codedError("COST_LIMIT_EXCEEDED", `The query asks for too much: ${what}.`);
