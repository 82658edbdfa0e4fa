import "./node.ts";
import "./notification-mutations.ts";
import "./notifications.ts";
import "./viewer.ts";
import { type GraphQLSchema, isObjectType, lexicographicSortSchema, printSchema } from "graphql";
import { builder } from "./builder.ts";

export const schema = withoutResolversThatCopy(builder.toSchema());

/** The schema in SDL (GraphQL §3), sorted. */
export const sdl = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** Removes resolvers that only copy a property: the executor then reads the property itself. */
function withoutResolversThatCopy(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions["pothosExposedField"] === field.name) delete field.resolve;
    }
  }
  return schema;
}
