import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  lexicographicSortSchema,
} from "graphql";
import { schema } from "./schema.ts";

type Kind = "output" | "input" | "enum" | "scalar";

/** A field, an argument or a value of an enumeration, which has no type. */
interface FieldReference {
  name: string;
  description: string;
  type?: string;
  fallback?: string;
  arguments: FieldReference[];
}

/** A type of the schema, without the library of GraphQL. */
interface TypeReference {
  kind: Kind;
  name: string;
  description: string;
  fields: FieldReference[];
}

/** Describes all types of the schema but those of introspection, sorted by name. */
export const describeTypes = (): TypeReference[] =>
  Object.values(lexicographicSortSchema(schema).getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .map((type) => ({
      kind: kindOf(type),
      name: type.name,
      description: type.description ?? "",
      fields: fieldsOf(type),
    }));

function kindOf(type: GraphQLNamedType): Kind {
  if (isScalarType(type)) return "scalar";
  if (isEnumType(type)) return "enum";
  return isInputObjectType(type) ? "input" : "output";
}

function fieldsOf(type: GraphQLNamedType): FieldReference[] {
  if (isEnumType(type)) {
    return type.getValues().map(({ name, description }) => ({ name, description: description ?? "", arguments: [] }));
  }
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(fieldOf);
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()).map(fieldOf) : [];
}

type Typed = Pick<GraphQLArgument, "name" | "description"> & {
  type: GraphQLType;
  args?: readonly GraphQLArgument[];
  defaultValue?: unknown;
};

const fieldOf = ({ name, description, type, args = [], defaultValue }: Typed): FieldReference => ({
  name,
  description: description ?? "",
  type: String(type),
  ...(defaultValue !== undefined && { fallback: JSON.stringify(defaultValue) }),
  arguments: args.map(fieldOf),
});
