import { type DocumentNode, type FieldNode, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import { schema } from "./schema.ts";

/** Returns all fields that a document names, with their types: `EnrolledCourse.slug`. `__typename` has no source. */
export function requestedFields(document: DocumentNode): ReadonlySet<string> {
  const fields = new Set<string>();
  const types = new TypeInfo(schema);
  const collect = ({ name }: FieldNode): void => {
    if (!name.value.startsWith("__")) fields.add(`${types.getParentType()?.name}.${name.value}`);
  };
  visit(document, visitWithTypeInfo(types, { Field: collect }));
  return fields;
}
