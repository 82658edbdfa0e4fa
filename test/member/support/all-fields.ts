import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { schema } from "#member/schema.ts";

/** Selects all fields without required arguments of an object type, recursively; lists get this `first` argument. */
export function selectionOf(type: GraphQLObjectType, first: number): string {
  const fields = Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field) => fieldOf(field, first));
  return `{ __typename ${fields.join(" ")} }`;
}

/** The selection of a field with all of its subfields. */
export function fieldOf(field: GraphQLField<unknown, unknown>, first: number): string {
  const type = getNamedType(field.type);
  const args = field.args.some(({ name }) => name === "first") ? `(first: ${first})` : "";
  return `${field.name}${args}${isObjectType(type) ? ` ${selectionOf(type, first)}` : ""}`;
}

/** One query for everything that a member can read. */
export const everything = (first: number): string => selectionOf(schema.getQueryType()!, first);

/** `Type.field` of the whole schema, without the built-in types of GraphQL. */
export const fieldsOfSchema = (): { path: string; description: string | null | undefined }[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .flatMap((type) =>
      isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).map(({ name, description }) => ({
            path: `${type.name}.${name}`,
            description,
          }))
        : [],
    );
