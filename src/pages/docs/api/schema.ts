/** The part of a schema (OpenAPI 3.0) that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  example?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

export interface Reference {
  $ref?: string;
}

export interface Parameter extends Reference {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, { summary?: string; value?: unknown; $ref?: string }>>;
}

export interface Content {
  [mediaType: string]: MediaType;
}

interface ResponseObject extends Reference {
  description?: string;
  content?: Content;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  security?: readonly { oauth?: readonly string[] }[];
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, ResponseObject>>;
}

/** Merges `allOf` of objects that are written in place. */
export function merged(schema: Schema): Schema {
  const [only, ...others] = schema.allOf ?? [];
  if (!only) return schema;
  const { allOf: _allOf, ...rest } = schema;
  return others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: [only, ...others] };
}

/** The limits of a value as text. */
export function limitsOf({ minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return `at most ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return minimum === undefined ? "" : `at least ${minimum}`;
}
