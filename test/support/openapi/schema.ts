/** A schema object of OpenAPI 3.0.3, with the keywords that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean | number;
  exclusiveMaximum?: boolean | number;
  multipleOf?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minProperties?: number;
  maxProperties?: number;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  readOnly?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
  title?: string;
  deprecated?: boolean;
}

export type Schemas = Record<string, Schema>;

export const nameOf = ({ $ref = "" }: Schema): string => $ref.replace("#/components/schemas/", "");

/** The schema that a reference points to. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas[nameOf(schema)];
  if (!found) throw new Error(`The document has no ${schema.$ref}.`);
  return found;
}
