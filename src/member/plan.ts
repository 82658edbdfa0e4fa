import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { digest } from "#lib/secrets/secret.ts";
import { dependsOnVariables, requireAffordable, requireValidatable } from "./cost.ts";
import { codedError } from "./errors.ts";
import { type Operation, prepareOperation } from "./execution/operation.ts";
import { openPlanCache } from "./plan-cache.ts";
import { requestedFields } from "./requested-fields.ts";
import { schema } from "./schema.ts";

/** A parsed and validated query, ready for execution, or all its errors. */
export type Plan =
  | {
      kind: "ready";
      operation: OperationKind;
      prepared: Operation;
      requested: ReadonlySet<string>;
      requireAffordable?: Check;
    }
  | { kind: "refused"; operation: OperationKind | undefined; errors: readonly GraphQLError[] };

/** Throws if the query is too expensive with these variables. Undefined if the cost does not depend on them. */
type Check = (variables: Record<string, unknown>) => void;

const plans = openPlanCache<Plan>({ maxPlans: 500, maxTextLength: 10_000, maxTotalLength: 2_000_000 });

/** Validation compares fields and fragments with each other: the worst query of 5000 tokens takes 60 ms. */
const maxTokens = 2000;

/** Returns the plan of a query text. Popular texts are parsed, validated and prepared once. */
export function planFor(text: string, operationName: string | undefined): Plan {
  const key = operationName === undefined ? text : `${operationName}\n${text}`;
  const cached = plans.get(key);
  if (cached) return cached;
  const plan = makePlan(text, operationName);
  // Invalid queries are not cached.
  if (plan.kind === "ready") plans.offer(key, digest(key).toString("base64"), plan);
  return plan;
}

function makePlan(text: string, operationName: string | undefined): Plan {
  let operation: OperationDefinitionNode | null | undefined;
  try {
    const document = parse(text, { maxTokens });
    operation = getOperationAST(document, operationName);
    if (!operation) return refused(undefined, "GRAPHQL_VALIDATION_FAILED", noOperation(document, operationName));
    if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
      return refused(undefined, "GRAPHQL_VALIDATION_FAILED", "Subscriptions are not supported.");
    }
    requireValidatable(document);
    const errors = validate(schema, document, specifiedRules, { maxErrors: 20 });
    if (errors.length > 0) return invalid(operation.operation, errors);
    requireAffordable(document, operation, "least");
    return ready(document, operation, operation.operation);
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: "refused", operation: kindOf(operation), errors: [coded(error)] };
    // Nesting thousands of levels deep overflows the stack of recursive visitors.
    if (!(error instanceof RangeError)) throw error;
    return refused(kindOf(operation), "COST_LIMIT_EXCEEDED", "The query is nested too deeply.");
  }
}

const ready = (document: DocumentNode, operation: OperationDefinitionNode, kind: OperationKind): Plan => ({
  kind: "ready",
  operation: kind,
  prepared: prepareOperation(schema, document, operation),
  requested: requestedFields(document),
  ...(dependsOnVariables(document) && {
    requireAffordable: (variables) => requireAffordable(document, operation, variables),
  }),
});

type OperationKind = "query" | "mutation";

const kindOf = (operation: OperationDefinitionNode | null | undefined): OperationKind | undefined =>
  operation?.operation === OperationTypeNode.SUBSCRIPTION ? undefined : operation?.operation;

const refused = (operation: OperationKind | undefined, ...[code, message]: Parameters<typeof codedError>): Plan => ({
  kind: "refused",
  operation,
  errors: [codedError(code, message)],
});

const invalid = (operation: OperationKind | undefined, errors: readonly GraphQLError[]): Plan => ({
  kind: "refused",
  operation,
  errors: errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED")),
});

/** Errors without a code come from the parser. */
const coded = (error: GraphQLError): GraphQLError =>
  error.extensions["code"] === undefined ? withCode(error, "GRAPHQL_PARSE_FAILED") : error;

const withCode = ({ message, nodes, source, positions }: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(message, { nodes, source, positions, extensions: { code } });

function noOperation({ definitions }: DocumentNode, operationName: string | undefined): string {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return "The document contains no operation.";
  if (operationName === undefined) return "The document has several operations. Set operationName to one of them.";
  const names = operations.flatMap(({ name }) => name?.value ?? []).slice(0, maxNamed);
  const hint = names.length > 0 ? ` Its operations: ${names.join(", ")}.` : " Omit operationName.";
  return `The document has no operation named "${operationName}".${hint}`;
}

/** Maximum number of operations that an error names. */
const maxNamed = 10;
