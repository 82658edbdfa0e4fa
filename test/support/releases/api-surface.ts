import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { asRecord } from "#lib/json/is-record.ts";
import type { Schema } from "../openapi/schema.ts";

/** Facts about one part of the API that clients rely on. */
export interface Part {
  /** In a sentence: a summary, if the part has one. */
  about?: string;
  type?: string;
  /** The scope of an operation or event. */
  scope?: string;
  required?: boolean;
  nullable?: boolean;
  deprecated?: boolean;
  values?: readonly string[];
  max?: number;
  /** True if requests, or responses, contain the field. */
  sent?: boolean;
  received?: boolean;
}

/** The parts of the API by name: `operation createCourse`, `field Course.name`. Names contain no spaces otherwise. */
export type Surface = Record<string, Part>;

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: Schema;
}

interface Operation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  security?: { oauth?: string[] }[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: Schema }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  "x-webhooks": Record<string, { post: { summary: string; requestBody: { content: object } } }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { summary: string }>;
  };
}

/** Describes the operator API and its webhook events. */
export function surfaceOfDocument({ paths, components, ...document }: ApiDocument): Surface {
  const surface: Surface = {};
  const sent = new Set<string>();
  const received = new Set<string>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: id, summary, deprecated, security = [] } = operation;
      const scope = security.flatMap(({ oauth = [] }) => oauth)[0] ?? "";
      const about = `\`${method.toUpperCase()} ${path}\`: ${summary}`;
      surface[`operation ${id}`] = { about, type: `${method} ${path}`, scope, ...marked(deprecated) };
      for (const parameter of operation.parameters ?? []) {
        const {
          name,
          in: place,
          schema = {},
          required,
          ...rest
        } = parameter.$ref === undefined ? parameter : components.parameters[lastOf(parameter.$ref)]!;
        const facts = { ...factsOf(schema), required: required === true, sent: true, ...marked(rest.deprecated) };
        surface[`parameter ${id}.${place}.${name}`] = facts;
      }
      const bodies = Object.values(operation.requestBody?.content ?? {}).slice(0, 1);
      for (const { schema = {} } of bodies) addFields(surface, `request.${id}`, schema, { sent: true });
      collect(bodies, components.schemas, sent);
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const { schema } = content["application/json"] ?? {};
        if (schema && schema.$ref === undefined)
          addFields(surface, `response.${id}.${status}`, schema, { received: true });
      }
      collect(operation.responses, components.schemas, received);
    }
  }
  for (const [name, { post }] of Object.entries(document["x-webhooks"])) {
    surface[`event ${name}`] = { about: `\`${name}\`: ${post.summary}` };
    collect(post.requestBody, components.schemas, received);
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    addFields(surface, name, schema, {
      ...(sent.has(name) && { sent: true }),
      ...(received.has(name) && { received: true }),
    });
  }
  for (const [code, { summary }] of Object.entries(components.examples)) {
    surface[`error ${code}`] = { about: `\`${code}\`: ${summary}` };
  }
  return surface;
}

const lastOf = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);

const marked = (deprecated: boolean | undefined) => (deprecated === true ? { deprecated } : {});

/** Adds the names of the schemas that a part of the document uses. */
function collect(part: unknown, schemas: Record<string, Schema>, names: Set<string>): void {
  if (typeof part !== "object" || part === null) return;
  const { $ref } = part as { $ref?: unknown };
  const name = typeof $ref === "string" && $ref.startsWith("#/components/schemas/") ? lastOf($ref) : undefined;
  if (name !== undefined && !names.has(name)) {
    names.add(name);
    collect(schemas[name], schemas, names);
  }
  for (const item of Object.values(part)) collect(item, schemas, names);
}

/** Adds the fields of a schema, those of nested objects too. */
function addFields(surface: Surface, owner: string, schema: Schema, use: Part): void {
  const { properties = {}, required = [], items, oneOf, anyOf, allOf } = schema;
  for (const [name, field] of Object.entries(properties)) {
    // The result of a dry run repeats the resource.
    if (name === "would") continue;
    const path = `${owner}.${name}`;
    // Clients also rely on fields that a response always has.
    surface[`field ${path}`] = {
      ...factsOf(field),
      required: required.includes(name),
      ...use,
      ...marked(field.deprecated),
    };
    addFields(surface, path, field, use);
  }
  if (items) addFields(surface, owner, items, use);
  for (const option of [oneOf, anyOf, allOf].flatMap((options) => options ?? []))
    addFields(surface, owner, option, use);
}

function factsOf(schema: Schema): Part {
  const { enum: values = schema.items?.enum, maximum, maxLength, maxItems, nullable, oneOf = [] } = schema;
  const max = maximum ?? maxLength ?? maxItems;
  const isNullable = nullable === true || oneOf.some((option) => option.nullable === true);
  return {
    type: typeOf(schema),
    ...(isNullable && { nullable: true }),
    ...(values && { values: values.filter((value) => value !== null).map(String) }),
    ...(max !== undefined && { max }),
  };
}

function typeOf({ $ref, type, items, allOf, oneOf, anyOf }: Schema): string {
  if ($ref !== undefined) return lastOf($ref);
  if (items) return `list of ${typeOf(items)}`;
  const options = [allOf, oneOf, anyOf].flatMap((parts) => parts ?? []).filter((option) => option.nullable !== true);
  if (options.length > 0) return options.map(typeOf).join(" or ");
  return type ?? "any";
}

/** Describes the Member API. */
export function surfaceOfSdl(sdl: string): Surface {
  const surface: Surface = {};
  for (const type of Object.values(buildSchema(sdl).getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (isEnumType(type)) {
      surface[`type ${type.name}`] = { type: "enum", values: type.getValues().map(({ name }) => name), received: true };
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        const about = `\`${type.name}.${field.name}\``;
        surface[`member ${type.name}.${field.name}`] = {
          about,
          type: String(field.type),
          ...marked(field.deprecationReason != null),
        };
        for (const { name, type: kind, defaultValue } of field.args) {
          const required = String(kind).endsWith("!") && defaultValue === undefined;
          surface[`argument ${type.name}.${field.name}.${name}`] = { type: String(kind), required, sent: true };
        }
      }
    }
    if (isInputObjectType(type)) {
      for (const { name, type: kind, defaultValue } of Object.values(type.getFields())) {
        const required = String(kind).endsWith("!") && defaultValue === undefined;
        surface[`argument ${type.name}.${name}`] = { type: String(kind), required, sent: true };
      }
    }
  }
  return surface;
}

interface Tool {
  name: string;
  title?: string;
  inputSchema: { properties?: object; required?: readonly string[] };
}

/** Describes the tools of the MCP server: their arguments, which agents with stored prompts rely on. */
export function surfaceOfTools(tools: readonly Tool[]): Surface {
  const surface: Surface = {};
  for (const { name, title = "", inputSchema } of tools) {
    surface[`tool ${name}`] = { about: `\`${name}\`${title === "" ? "" : `: ${title}`}` };
    for (const argument of Object.keys(asRecord(inputSchema.properties))) {
      const required = inputSchema.required?.includes(argument) ?? false;
      surface[`argument tool.${name}.${argument}`] = { required, sent: true };
    }
  }
  return surface;
}
