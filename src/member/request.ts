import * as z from "zod";
import { asRecord } from "#lib/json/is-record.ts";
import { codedError } from "./errors.ts";

/** GraphQL over HTTP §5.1: one operation per request; batches are rejected. Null is the same as absent. */
const GraphQLRequest = z.object({
  query: z.string().min(1).max(200_000),
  operationName: z.string().max(200).nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

export interface GraphQLParameters {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

export function readGraphQLRequest(body: unknown, hint = "Send JSON with the field query."): GraphQLParameters {
  const result = GraphQLRequest.safeParse(body);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.join(".") || "The body";
    throw codedError("BAD_USER_INPUT", `${where}: ${issue?.message}. ${hint}`);
  }
  const { query, operationName, variables } = result.data;
  // No operation has an empty name, and forms send one.
  return { query, operationName: operationName || undefined, variables: variables ?? {} };
}

/** GraphQL over HTTP §6.2: the same parameters in a query string; variables and extensions are JSON. */
export function readGraphQLQuery(query: unknown): GraphQLParameters {
  const { variables, extensions, ...rest } = asRecord(query);
  if (rest["query"] === undefined || rest["query"] === "") {
    const message = "The parameter query is missing. Add it to the URL, or send JSON with the field query with POST.";
    throw codedError("BAD_USER_INPUT", message);
  }
  const parameters = {
    ...rest,
    variables: fromJson("variables", variables),
    extensions: fromJson("extensions", extensions),
  };
  return readGraphQLRequest(parameters, "Send each parameter once, and variables and extensions as JSON objects.");
}

/** An empty value is the same as absent. */
function fromJson(name: string, text: unknown): unknown {
  if (text === "") return undefined;
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw codedError("BAD_USER_INPUT", `${name}: Expected JSON.`);
  }
}
