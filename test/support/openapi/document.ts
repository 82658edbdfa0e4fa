import { openApiDocument } from "#rest/openapi/document.ts";
import { toWire } from "#lib/wire/names.ts";
import type { Route } from "#operations/route.ts";
import { prefix } from "#rest/prefix.ts";
import type { Schema } from "./schema.ts";

export interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
}

interface Response {
  $ref?: string;
  content?: Record<string, Content>;
  headers?: Record<string, object>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: boolean;
  style?: string;
  schema: Schema;
}

/** An operation of the document, without its shared parameters. */
export interface Described {
  operationId: string;
  parameters: Parameter[];
  body: Schema | undefined;
  bodyRequired: boolean;
  /** The examples of its body, by summary. */
  bodies: [summary: string, body: unknown][];
  /** The described contents of a response with this status, by media type; undefined if there are none. */
  answer: (status: number) => Record<string, Content> | undefined;
  /** The header names of such a response. */
  headers: (status: number) => ReadonlySet<string>;
}

export const wholeDocument = (await openApiDocument({ origin: "https://learn.example", name: "Example School" })) as {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
  "x-webhooks": Record<string, { post: { requestBody: { content: { "application/json": Content } } } }>;
};

interface OperationObject {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Response>;
}

export const { schemas } = wholeDocument.components;

/** The document's description of a route, as a client reads it. */
export function describedAt({ method, path }: Pick<Route, "method" | "path">): Described {
  const address = `${prefix}${path.replace(/:(\w+)/g, (_match, name: string) => `{${toWire(name)}}`)}`;
  const { operationId, parameters = [], requestBody, responses } = wholeDocument.paths[address]![method.toLowerCase()]!;
  const content = requestBody && (requestBody.content["application/json"] ?? Object.values(requestBody.content)[0]);
  return {
    operationId,
    parameters: parameters.filter((parameter) => "name" in parameter),
    body: content && resolved(content.schema),
    bodyRequired: requestBody?.required ?? false,
    bodies: content ? examplesOf(content) : [],
    answer(status) {
      const response = responseOf(responses[status]);
      return response && (response.content ?? {});
    },
    headers: (status) =>
      new Set(Object.keys(responseOf(responses[status])?.headers ?? {}).map((name) => name.toLowerCase())),
  };
}

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.split("/").at(-1)!]!;

const responseOf = (response: Response | undefined): Response | undefined =>
  response?.$ref === undefined ? response : wholeDocument.components.responses[response.$ref.split("/").at(-1)!];

/** All examples of a content. */
export const examplesOf = ({ example, examples = {} }: Content): [summary: string, value: unknown][] => [
  ...(example === undefined ? [] : [["", example] satisfies [string, unknown]]),
  ...Object.values(examples).map(({ summary, value }): [string, unknown] => [summary, value]),
];
