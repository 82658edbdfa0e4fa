import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql";
import { isIncluded, type Variables } from "./argument-values.ts";
import { type LeafShape, type Shape, shapeOf } from "./shape.ts";

type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** The selections of one response name in one object type. */
export interface SelectedField {
  responseName: string;
  nodes: FieldNodes;
  parentType: GraphQLObjectType;
  definition: GraphQLField<unknown, unknown>;
  shape: Shape;
  /** The shape of a field that is a property of its object. Undefined for all others. */
  property: LeafShape | undefined;
  /** The selections below this field by the type of the object, collected when the first such object is completed. */
  subfields: Map<GraphQLObjectType, readonly SelectedField[]>;
}

export interface Definitions {
  schema: GraphQLSchema;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** The selections of an operation for one combination of the values of `@skip` and `@include`. */
export class Selections {
  readonly rootFields: readonly SelectedField[];
  /** The number of fields that were collected so far. */
  size: number;
  readonly #definitions: Definitions;

  constructor(definitions: Definitions, rootType: GraphQLObjectType, set: SelectionSetNode, variables: Variables) {
    this.#definitions = definitions;
    this.rootFields = collectFields(definitions, rootType, [set], variables);
    this.size = this.rootFields.length;
  }

  /** Returns the fields below a field in an object of this type. */
  below(field: SelectedField, type: GraphQLObjectType, variables: Variables): readonly SelectedField[] {
    const existing = field.subfields.get(type);
    if (existing) return existing;
    const sets = field.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const collected = collectFields(this.#definitions, type, sets, variables);
    field.subfields.set(type, collected);
    this.size += collected.length;
    return collected;
  }
}

/** GraphQL §6.3.2, CollectFields: the fields of an object type in the order of the response. */
function collectFields(
  { schema, fragments }: Definitions,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  variables: Variables,
): readonly SelectedField[] {
  const nodesByName = new Map<string, [FieldNode, ...FieldNode[]]>();
  const visited = new Set<string>();

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD && visited.has(selection.name.value)) continue;
      // A spread that is skipped does not hide a later one of the same fragment.
      if (!isIncluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) add(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) expand(selection);
      else {
        visited.add(selection.name.value);
        expand(fragments[selection.name.value]);
      }
    }
  }
  function add(node: FieldNode): void {
    const name = (node.alias ?? node.name).value;
    const nodes = nodesByName.get(name);
    if (nodes) nodes.push(node);
    else nodesByName.set(name, [node]);
  }
  function expand(fragment: FragmentDefinitionNode | InlineFragmentNode | undefined): void {
    if (fragment && appliesTo(schema, type, fragment)) collect(fragment.selectionSet);
  }

  for (const set of selectionSets) collect(set);
  return [...nodesByName].map(([responseName, nodes]) => selectedField(schema, type, responseName, nodes));
}

function appliesTo(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  { typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
): boolean {
  const condition = typeCondition && schema.getType(typeCondition.name.value);
  return !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}

function selectedField(
  schema: GraphQLSchema,
  parentType: GraphQLObjectType,
  responseName: string,
  nodes: FieldNodes,
): SelectedField {
  const definition = definitionOf(schema, parentType, nodes[0].name.value);
  const shape = shapeOf(definition.type);
  const isProperty = !definition.resolve && shape.kind === "leaf";
  return {
    responseName,
    nodes,
    parentType,
    definition,
    shape,
    property: isProperty ? shape : undefined,
    subfields: new Map(),
  };
}

const introspectionFields = new Map([SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]));

function definitionOf(schema: GraphQLSchema, parentType: GraphQLObjectType, name: string): SelectedField["definition"] {
  const definition =
    parentType.getFields()[name] ??
    (name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : undefined) ??
    (parentType === schema.getQueryType() ? introspectionFields.get(name) : undefined);
  if (!definition) throw new Error(`A valid document selects no field ${parentType.name}.${name}.`);
  return definition;
}
