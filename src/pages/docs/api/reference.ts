import type { ApiDescription, Content, OperationObject, Parameter, Schema } from "./schema.ts";

/** An operation of the API. */
export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  scopes: readonly string[];
  parameters: readonly Parameter[];
  body: { required: boolean; content: Content } | undefined;
  responses: readonly ApiResponse[];
}

export interface ApiResponse {
  status: string;
  description: string;
  schema: Schema | undefined;
  example: unknown;
}

export interface WebhookEventType {
  name: string;
  summary: string;
  description: string;
  schema: Schema;
}

export interface ApiTag {
  name: string;
  description: string;
  operations: readonly ApiOperation[];
}

/** The API as the pages of the reference show it, found by name. */
export interface ApiReference {
  tags: ReadonlyMap<string, ApiTag>;
  operations: ReadonlyMap<string, ApiOperation>;
  events: ReadonlyMap<string, WebhookEventType>;
  schemas: ReadonlyMap<string, Schema>;
}

export function readReference(document: object): ApiReference {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A generated OpenAPI document.
  const description = document as ApiDescription;
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(description, method, path, operation)),
  );
  const tags = description.tags.map(({ name, description: about = "" }): ApiTag => ({
    name,
    description: about,
    operations: operations.filter(({ tag }) => tag === name),
  }));
  const events = Object.entries(description["x-webhooks"]).map(([name, { post }]): WebhookEventType => ({
    name,
    summary: post.summary,
    description: post.description ?? "",
    schema: post.requestBody?.content["application/json"]?.schema ?? {},
  }));
  return {
    tags: new Map(tags.map((tag) => [tag.name, tag])),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    events: new Map(events.map((event) => [event.name, event])),
    schemas: new Map(Object.entries(description.components.schemas)),
  };
}

function operationOf(
  { components }: ApiDescription,
  method: string,
  path: string,
  operation: OperationObject,
): ApiOperation {
  const { operationId, summary, description = "", tags = [], security = [], requestBody } = operation;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? "",
    summary,
    description,
    scopes: security.flatMap(({ oauth = [] }) => oauth),
    parameters: (operation.parameters ?? []).flatMap((parameter) => {
      const found = "name" in parameter ? parameter : components.parameters[lastOf(parameter.$ref)];
      return found ? [found] : [];
    }),
    body: requestBody && {
      required: requestBody.required ?? false,
      content: withSchemas(requestBody.content, components.schemas),
    },
    responses: Object.entries(operation.responses).map(([status, response]) => {
      const shared = response.$ref === undefined ? response : components.responses[lastOf(response.$ref)];
      const { schema, example } = shared?.content?.["application/json"] ?? {};
      return { status, description: shared?.description ?? "", schema, example };
    }),
  };
}

/** Resolves the schemas of a request body. */
const withSchemas = (content: Content, schemas: ApiDescription["components"]["schemas"]): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema, ...media }]) => [
      type,
      { ...media, schema: schema?.$ref === undefined ? schema : schemas[lastOf(schema.$ref)] },
    ]),
  );

/** `#/components/schemas/Course`: `Course` */
export const lastOf = (reference = ""): string => reference.slice(reference.lastIndexOf("/") + 1);

/** Maximum results of a search. */
const maxFound = 60;

export interface Found {
  operations: readonly ApiOperation[];
  events: readonly WebhookEventType[];
}

/** Finds operations and events that contain all words, best matches of names first. */
export function search({ operations, events }: ApiReference, query: string): Found {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  const find = <Item>(items: Iterable<Item>, name: (item: Item) => string, text: (item: Item) => string): Item[] => {
    const inName = (item: Item) => words.every((word) => name(item).toLowerCase().includes(word));
    const found = [...items].filter((item) => {
      const all = `${name(item)} ${text(item)}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    return found.toSorted((one, other) => Number(inName(other)) - Number(inName(one))).slice(0, maxFound);
  };
  return {
    operations: find(
      operations.values(),
      ({ id, summary, method, path }) => `${id} ${summary} ${method} ${path}`,
      ({ description, parameters, tag }) => `${tag} ${description} ${parameters.map(({ name }) => name).join(" ")}`,
    ),
    events: find(
      events.values(),
      ({ name, summary }) => `${name} ${summary} webhook event`,
      ({ description }) => description,
    ),
  };
}
