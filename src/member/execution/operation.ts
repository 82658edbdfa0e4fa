import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from "graphql";
import type { Variables } from "./argument-values.ts";
import { type Definitions, Selections } from "./selections.ts";

/** An operation of a valid document, with the selections that its executions share. */
export interface Operation extends Definitions {
  definition: OperationDefinitionNode;
  /** Returns the selections for the values of the variables of `@skip` and `@include`. */
  selectionsFor: (variables: Variables) => Selections;
  /** Keeps selections for later executions. */
  keep: (selections: Selections, variables: Variables) => void;
}

/** Maximum number of selections that an operation keeps, and of fields of one of them: fragments multiply fields. */
const maxKept = 4;
const maxFields = 500;

export function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): Operation {
  const rootType = rootTypeOf(schema, definition);
  const fragments = Object.fromEntries(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const names = variablesOfDirectives(document);
  // Names of other operations of the document may stand for values of any type here.
  const variantOf = (variables: Variables): string =>
    names.map((name) => (variables[name] === true ? "1" : "0")).join("");
  const selectionsByVariant = new Map<string, Selections>();
  return {
    schema,
    fragments,
    definition,
    selectionsFor: (variables) =>
      selectionsByVariant.get(variantOf(variables)) ??
      new Selections({ schema, fragments }, rootType, definition.selectionSet, variables),
    keep(selections, variables) {
      if (selections.size > maxFields) selectionsByVariant.delete(variantOf(variables));
      else if (selectionsByVariant.size < maxKept) selectionsByVariant.set(variantOf(variables), selections);
    },
  };
}

function rootTypeOf(schema: GraphQLSchema, { operation }: OperationDefinitionNode): GraphQLObjectType {
  const type = schema.getRootType(operation);
  if (!type) throw new Error(`The schema has no ${operation}.`);
  return type;
}

/** Names the variables in arguments of directives. All directives of an operation are `@skip` and `@include`. */
function variablesOfDirectives(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: args = [] }) => {
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
