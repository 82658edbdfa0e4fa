import {
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";

/** An output type in the form in which values are completed. */
export type Shape =
  | LeafShape
  | { isNonNull: boolean; kind: "list"; item: Shape }
  | { isNonNull: boolean; kind: "object"; type: GraphQLObjectType }
  | { isNonNull: boolean; kind: "abstract"; type: GraphQLAbstractType };

export interface LeafShape {
  isNonNull: boolean;
  kind: "leaf";
  type: GraphQLLeafType;
}

export function shapeOf(type: GraphQLOutputType): Shape {
  const isNonNull = isNonNullType(type);
  const nullable = isNonNull ? type.ofType : type;
  if (isListType(nullable)) return { isNonNull, kind: "list", item: shapeOf(nullable.ofType) };
  if (isLeafType(nullable)) return { isNonNull, kind: "leaf", type: nullable };
  if (isAbstractType(nullable)) return { isNonNull, kind: "abstract", type: nullable };
  return { isNonNull, kind: "object", type: nullable };
}
