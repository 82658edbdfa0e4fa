import type { Content, OperationObject, Parameter, Reference, Schema } from "./schema.ts";

/** The OpenAPI document of the operator API, read value by value. */
export interface ApiDocument {
  /** JSON Pointers of operations, webhooks, components, and the other members of the document. */
  pointers: readonly string[];
  /** Undefined for other pointers. */
  read: (pointer: string) => Promise<unknown>;
}

/** An operation in lists. */
export interface OperationEntry {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** Names of parameters, for searches. */
  parameters: string;
  pointer: string;
}

export interface ApiOperation extends Omit<OperationEntry, "parameters"> {
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

/** An event in lists. */
export interface EventEntry {
  name: string;
  summary: string;
  description: string;
  pointer: string;
}

/** An event with its fields. */
export interface ApiEvent extends EventEntry {
  example: unknown;
  envelope: Schema;
  /** The resource in `data.object`. Its name is empty if it has no page. */
  object: { name: string; schema: Schema } | undefined;
}

export interface ApiTag {
  name: string;
  description: string;
  operations: readonly OperationEntry[];
}

/** The API as the lists of the reference show it, found by name. Pages of one item read it from the document. */
export interface ApiReference {
  tags: ReadonlyMap<string, ApiTag>;
  operations: ReadonlyMap<string, OperationEntry>;
  events: ReadonlyMap<string, EventEntry>;
}

/** Reads the lists: the schemas and examples of the whole document would take ten times as much memory. */
export async function readReference(document: ApiDocument): Promise<ApiReference> {
  const operations: OperationEntry[] = [];
  const events: EventEntry[] = [];
  const sharedNames = await namesOfParameters(document);
  for (const pointer of document.pointers) {
    const [, section, ...names] = pointer.split("/").map(unescaped);
    const [name = "", method = ""] = names;
    if (section === "paths") {
      const operation = await read<OperationObject>(document, pointer);
      operations.push({ ...describe(operation, sharedNames), path: name, method: method.toUpperCase(), pointer });
    }
    if (section === "x-webhooks") {
      const { summary, description = "" } = await readWebhook(document, pointer);
      events.push({ name, summary, description, pointer });
    }
  }
  const tags = (await read<readonly { name: string; description?: string }[]>(document, "/tags")).map(
    ({ name, description = "" }): ApiTag => ({
      name,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    }),
  );
  return {
    tags: new Map(tags.map((tag) => [tag.name, tag])),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    events: new Map(events.map((event) => [event.name, event])),
  };
}

/** The names of shared parameters, by pointer. */
async function namesOfParameters(document: ApiDocument): Promise<ReadonlyMap<string, string>> {
  const pointers = document.pointers.filter((pointer) => pointer.startsWith("/components/parameters/"));
  const named = pointers.map(async (pointer) => [pointer, (await read<Parameter>(document, pointer)).name] as const);
  return new Map(await Promise.all(named));
}

const describe = (
  { operationId, summary, description = "", tags: [tag = ""] = [], parameters = [] }: OperationObject,
  sharedNames: ReadonlyMap<string, string>,
) => ({
  id: operationId,
  tag,
  summary,
  description,
  parameters: parameters
    .map((parameter) => ("name" in parameter ? parameter.name : sharedNames.get(pointerOf(parameter))))
    .join(" "),
});

/** Reads an operation with its components. */
export async function readOperation(document: ApiDocument, entry: OperationEntry): Promise<ApiOperation> {
  const { security = [], requestBody, parameters, responses } = await read<OperationObject>(document, entry.pointer);
  return {
    ...entry,
    scopes: security.flatMap(({ oauth = [] }) => oauth),
    parameters: await resolveAll(document, parameters),
    body: requestBody && {
      required: requestBody.required ?? false,
      content: await withSchemas(document, requestBody.content),
    },
    responses: await Promise.all(
      Object.entries(responses).map(async ([status, response]) => {
        const { description = "", content } = await resolve(document, response);
        const { schema, example } = content?.["application/json"] ?? {};
        return { status, description, schema, example };
      }),
    ),
  };
}

/** Reads an event with its fields: those of every event, and those of its resource. */
export async function readEvent(document: ApiDocument, entry: EventEntry): Promise<ApiEvent> {
  const { requestBody } = await readWebhook(document, entry.pointer);
  const { schema = {}, example } = requestBody?.content["application/json"] ?? {};
  const [envelope = schema, own] = schema.allOf ?? [];
  const object = own?.properties?.["data"]?.properties?.["object"];
  return {
    ...entry,
    example,
    envelope: await resolve<Schema>(document, envelope),
    object: object && { name: lastOf(object.$ref), schema: await resolve<Schema>(document, object) },
  };
}

export async function readSchema(document: ApiDocument, name: string): Promise<Schema | undefined> {
  const pointer = `/components/schemas/${name}`;
  return document.pointers.includes(pointer) ? read<Schema>(document, pointer) : undefined;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A generated OpenAPI document.
const read = async <Value>(document: ApiDocument, pointer: string) => (await document.read(pointer)) as Value;

const readWebhook = async (document: ApiDocument, pointer: string): Promise<OperationObject> =>
  (await read<{ post: OperationObject }>(document, pointer)).post;

/** `{ $ref: "#/components/parameters/Fields" }`: `/components/parameters/Fields` */
const pointerOf = ({ $ref = "" }: Reference): string => $ref.slice(1);

/** Reads the component that a reference names. */
async function resolve<Value extends Reference>(document: ApiDocument, value: Value | Reference): Promise<Value> {
  if (value.$ref !== undefined) return read<Value>(document, pointerOf(value));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only references lack the other members.
  return value as Value;
}

const resolveAll = (document: ApiDocument, parameters: OperationObject["parameters"] = []): Promise<Parameter[]> =>
  Promise.all(parameters.map((parameter) => resolve<Parameter>(document, parameter)));

/** Resolves the schemas of a request body. */
const withSchemas = async (document: ApiDocument, content: Content): Promise<Content> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(content).map(async ([type, { schema, ...media }]) => [
        type,
        { ...media, schema: schema && (await resolve<Schema>(document, schema)) },
      ]),
    ),
  );

/** `course_plans`: Course plans */
export const titleOf = (tag: string): string =>
  tag.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** `#/components/schemas/Course`: `Course` */
export const lastOf = (reference = ""): string => reference.slice(reference.lastIndexOf("/") + 1);

/** RFC 6901 §4 */
const unescaped = (part: string) => part.replaceAll("~1", "/").replaceAll("~0", "~");

const maxSearchResults = 60;

export interface Found {
  operations: readonly OperationEntry[];
  events: readonly EventEntry[];
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
    return found.toSorted((one, other) => Number(inName(other)) - Number(inName(one))).slice(0, maxSearchResults);
  };
  return {
    operations: find(
      operations.values(),
      ({ id, summary, method, path }) => `${id} ${summary} ${method} ${path}`,
      ({ description, parameters, tag }) => `${tag} ${description} ${parameters}`,
    ),
    events: find(
      events.values(),
      ({ name, summary }) => `${name} ${summary} webhook event`,
      ({ description }) => description,
    ),
  };
}
