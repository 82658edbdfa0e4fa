import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import { LRUCache } from "lru-cache";
import { requireAffordable } from "./cost.ts";
import { codedError } from "./errors.ts";
import { schema } from "./schema.ts";

/** A query that was parsed, checked and compiled; or all that is wrong with it. */
export type Plan =
  | { kind: "ready"; operation: "query" | "mutation"; compiled: CompiledQuery }
  | { kind: "refused"; operation: "query" | "mutation" | undefined; errors: readonly GraphQLError[] };

/** Only plans that can be executed are kept, so that broken queries push nothing out. */
const plans = new LRUCache<string, Plan>({ max: 500, maxSize: 2_000_000, sizeCalculation: (_plan, key) => key.length });

const maxTokens = 5000;
/** Longer texts than this are compiled each time rather than kept. */
const maxKept = 20_000;

/** The plan of a query text. The same text is parsed, validated and compiled once. */
export function planFor(text: string, operationName: string | undefined): Plan {
  const key = operationName === undefined ? text : `${operationName}\n${text}`;
  const known = plans.get(key);
  if (known) return known;
  const plan = makePlan(text, operationName);
  if (plan.kind === "ready" && key.length <= maxKept) plans.set(key, plan);
  return plan;
}

function makePlan(text: string, operationName: string | undefined): Plan {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens });
  } catch (error) {
    const { message, positions, source } = error as GraphQLError;
    const failure = new GraphQLError(message, { source, positions, extensions: { code: "GRAPHQL_PARSE_FAILED" } });
    return { kind: "refused", operation: undefined, errors: [failure] };
  }

  const operation = getOperationAST(document, operationName);
  if (!operation) return refused(undefined, [codedError("GRAPHQL_VALIDATION_FAILED", whichOperation(document))]);
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    return refused(undefined, [codedError("GRAPHQL_VALIDATION_FAILED", "Subscriptions are not served here.")]);
  }
  const errors = validate(schema, document, specifiedRules, { maxErrors: 20 });
  if (errors.length > 0) return refused(operation.operation, errors);

  try {
    requireAffordable(document, operation);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { kind: "refused", operation: operation.operation, errors: [error] };
  }
  const compiled = compileQuery(schema, document, operationName, {
    // Resolvers answer values as they are on the wire.
    disableLeafSerialization: true,
  });
  if (isCompiledQuery(compiled)) return { kind: "ready", operation: operation.operation, compiled };
  return refused(operation.operation, compiled.errors ?? []);
}

const refused = (operation: "query" | "mutation" | undefined, errors: readonly GraphQLError[]): Plan => ({
  kind: "refused",
  operation,
  errors: errors.map(
    ({ message, nodes, source, positions }) =>
      new GraphQLError(message, { nodes, source, positions, extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }),
  ),
});

const whichOperation = ({ definitions }: DocumentNode): string =>
  definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    ? "Name one of the operations in operationName."
    : "The document holds no operation.";
