import {
  type FieldNode,
  getArgumentValues,
  getDirectiveValues,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type SelectionNode,
} from "graphql";

export type Variables = Readonly<Record<string, unknown>>;

const none = Object.freeze({});

/** GraphQL §6.4.1: the values of the arguments of a field. */
export const argumentsOf = (
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): Readonly<Record<string, unknown>> =>
  definition.args.length === 0 ? none : byClient(() => getArgumentValues(definition, node, variables));

/** GraphQL §6.3.2: `@skip` and `@include`. */
export const isIncluded = (node: SelectionNode, variables: Variables): boolean =>
  node.directives === undefined ||
  node.directives.length === 0 ||
  byClient(
    () =>
      getDirectiveValues(GraphQLSkipDirective, node, variables)?.["if"] !== true &&
      getDirectiveValues(GraphQLIncludeDirective, node, variables)?.["if"] !== false,
  );

/** A valid document fails here if a variable with a default is null in a non-null position (GraphQL §5.8.5). */
function byClient<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, nodes } = error;
    throw new GraphQLError(message, { nodes, extensions: { code: "BAD_USER_INPUT" } });
  }
}
