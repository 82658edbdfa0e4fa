import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import {
  type DocumentNode,
  type ExecutionResult,
  execute as executeByReference,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  parse,
  validate,
} from "graphql";
import { badUserInput, serializeError } from "#member/errors.ts";
import { execute } from "#member/execution/execute.ts";
import { prepareOperation } from "#member/execution/operation.ts";
import { requestedFields } from "#member/requested-fields.ts";
import { schema } from "#member/schema.ts";
import { database } from "../../support/databases/database.ts";
import { failingSchema, type FailingContext } from "./failing-schema.ts";
import { aFilledMember } from "./filled-member.ts";
import { chance, randomFrom } from "./random.ts";
import { randomDocument, type RandomDocument } from "./random-document.ts";
import { rememberedDatabase } from "./remembered-database.ts";

interface Comparison {
  schema: GraphQLSchema;
  context: object;
  document: DocumentNode;
  request: RandomDocument;
  /** Waits for the reads of an execution. */
  answered: () => Promise<void>;
  /** Names the document in a failure. */
  title: string;
}

/**
 * Executes random documents by our executor and by graphql-js, and requires the same data and errors in the same order.
 * One in two meets resolvers that fail. Returns the number of valid documents and of results with errors.
 */
export async function compareExecutions(seed: number, count: number) {
  const { known, context } = await aFilledMember();
  const failing = failingSchema();
  const { db, answered } = rememberedDatabase(database);
  const seen = { documents: 0, mutations: 0, errors: 0, internal: 0 };
  using rejections = watchRejections();
  for (let number = 0; seen.documents < count; number++) {
    const g = randomFrom(seed + number);
    const [mutates, fails] = [chance(g, 3), chance(g, 50)];
    const request = randomDocument(schema, g, mutates ? "mutation" : "query", known);
    const document = validDocument(request.query);
    if (!document) continue;
    const memberContext: typeof context & FailingContext = {
      ...context,
      db: mutates ? database : db,
      requested: requestedFields(document),
      faultSeed: seed + number,
    };
    const title = `seed ${seed + number}`;
    const comparison: Comparison = {
      answered,
      schema: fails ? failing : schema,
      context: memberContext,
      document,
      request,
      title,
    };
    const { data, errors = [] } = await requireSameResults(comparison, rejections);
    seen.documents++;
    if (mutates) seen.mutations++;
    if (errors.length > 0) seen.errors++;
    if (!fails && data !== undefined && errors.some((error) => codeOf(error) === "INTERNAL")) seen.internal++;
  }
  return seen;
}

type Rejections = ReturnType<typeof watchRejections>;

/** Collects unhandled rejections instead of the test runner: graphql-js leaves some behind, and a server would end. */
function watchRejections() {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  let collected: unknown[] = [];
  process.on("unhandledRejection", (reason) => collected.push(reason));
  return {
    /** Returns and forgets the rejections of the last execution. */
    async forgotten(): Promise<unknown[]> {
      await setImmediate();
      const reasons = collected;
      collected = [];
      return reasons;
    },
    [Symbol.dispose]() {
      process.removeAllListeners("unhandledRejection");
      for (const listener of listeners) process.on("unhandledRejection", listener);
    },
  };
}

function validDocument(query: string): DocumentNode | undefined {
  const document = parse(query);
  return validate(schema, document).length === 0 ? document : undefined;
}

const resultOf = ({ schema: executed, context, document, request: { operationName, variables } }: Comparison) =>
  executeByReference({ schema: executed, document, operationName, contextValue: context, variableValues: variables });

/** Executes until the database is remembered and mutations change nothing more: from then on, executions are alike. */
async function lastingResultOf(comparison: Comparison): Promise<ExecutionResult> {
  let before: string | undefined;
  for (;;) {
    const result = await resultOf(comparison);
    await comparison.answered();
    const text = textOf(result);
    if (text === before) return result;
    before = text;
  }
}

async function requireSameResults(comparison: Comparison, rejections: Rejections): Promise<ExecutionResult> {
  const { schema: executed, context, document, request, title } = comparison;
  const operation = prepareOperation(executed, document, getOperationAST(document, request.operationName)!);
  const expected = await lastingResultOf(comparison);
  await rejections.forgotten();
  // The second execution uses the selections of the first.
  for (const attempt of ["first", "second"]) {
    const actual = await execute(operation, context, request.variables);
    assert.deepEqual(await rejections.forgotten(), [], title);
    assert.equal(
      textOf(actual),
      textOf(expected),
      `${title}, ${attempt} execution:\n${request.query}\n${JSON.stringify({ ...request, query: undefined })}`,
    );
  }
  return expected;
}

/** Without data, the variables are wrong, and the messages of graphql-js are returned. */
const textOf = ({ errors, ...result }: ExecutionResult): string =>
  JSON.stringify({ ...result, errors: result.data === undefined ? errors : errors?.map(serialized) });

const codeOf = (error: GraphQLError): unknown => serialized(error).extensions["code"];

const serialized = (error: GraphQLError): GraphQLError => serializeError(withCode(error), null);

/** In graphql-js, the errors of arguments have no code. */
function withCode(error: GraphQLError): GraphQLError {
  const { message, path, nodes, originalError } = error;
  const isCoded = !((originalError ?? error) instanceof GraphQLError) || codedBy(originalError ?? error);
  if (isCoded || !message.startsWith('Argument "')) return error;
  return new GraphQLError(message, { path, nodes, originalError: badUserInput(message) });
}

const codedBy = (error: Error): boolean => error instanceof GraphQLError && error.extensions["code"] !== undefined;
