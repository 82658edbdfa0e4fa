import {
  type ExecutionResult,
  getVariableValues,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
  locatedError,
  OperationTypeNode,
  type ResponsePath,
  responsePathAsArray,
} from "graphql";
import { argumentsOf, type Variables } from "./argument-values.ts";
import { ErrorList } from "./error-list.ts";
import type { Operation } from "./operation.ts";
import { ResponseObject, settled } from "./response-object.ts";
import type { SelectedField, Selections } from "./selections.ts";
import type { Shape } from "./shape.ts";

type MaybePromise<Value> = Value | Promise<Value>;

const isPromise = <Value>(value: MaybePromise<Value>): value is Promise<Value> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

/** Maximum number of errors of variables in a response. */
const maxErrors = 50;

interface Execution {
  operation: Operation;
  context: unknown;
  variables: Record<string, unknown>;
  selections: Selections;
  errors: ErrorList;
}

/**
 * GraphQL §6: executes an operation of a valid document like `execute` of graphql-js, with the same data and the same
 * errors in the same order. Selections are collected once per operation instead of once per object and request.
 */
export function execute(operation: Operation, context: unknown, values: Variables): MaybePromise<ExecutionResult> {
  const definitions = operation.definition.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(operation.schema, definitions, values, { maxErrors });
  if (!coerced) return { errors };
  const list = new ErrorList();
  const failed = (error: unknown): ExecutionResult => {
    list.add(error instanceof GraphQLError ? error : locatedError(error, undefined), undefined);
    return resultOf(list, null);
  };
  try {
    const selections = operation.selectionsFor(coerced);
    const finished = (data: ResponseObject): ExecutionResult => {
      operation.keep(selections, coerced);
      return resultOf(list, data);
    };
    const data = executeOperation({ operation, context, variables: coerced, selections, errors: list });
    return isPromise(data) ? data.then(finished, failed) : finished(data);
  } catch (error) {
    return failed(error);
  }
}

const resultOf = ({ errors }: ErrorList, data: ResponseObject | null): ExecutionResult =>
  errors.length === 0 ? { data } : { errors, data };

/** GraphQL §6.2: the fields of a query together, those of a mutation one after another. */
function executeOperation(execution: Execution): MaybePromise<ResponseObject> {
  const { rootFields } = execution.selections;
  return execution.operation.definition.operation === OperationTypeNode.MUTATION
    ? executeSerially(execution, rootFields)
    : executeFields(execution, rootFields, undefined, undefined);
}

function executeSerially(execution: Execution, fields: readonly SelectedField[]): MaybePromise<ResponseObject> {
  const results = new ResponseObject();
  function run(field: SelectedField): MaybePromise<void> {
    const value = executeField(execution, field, undefined, undefined);
    if (!isPromise(value)) return keep(field, value);
    return value.then((result) => keep(field, result));
  }
  function keep({ responseName }: SelectedField, value: unknown): void {
    results[responseName] = value;
  }
  let previous: MaybePromise<void> = undefined;
  for (const field of fields) previous = isPromise(previous) ? previous.then(() => run(field)) : run(field);
  return isPromise(previous) ? previous.then(() => results) : results;
}

/** GraphQL §6.3. */
function executeFields(
  execution: Execution,
  fields: readonly SelectedField[],
  source: unknown,
  path: ResponsePath | undefined,
): MaybePromise<ResponseObject> {
  const results = new ResponseObject();
  let isPending = false;
  try {
    for (const field of fields) {
      const value = executeField(execution, field, source, path);
      results[field.responseName] = value;
      if (isPromise(value)) isPending = true;
    }
  } catch (error) {
    if (!isPending) throw error;
    // The other fields may fail too, and nothing else would handle that.
    return settled(results).finally(() => {
      throw error;
    });
  }
  return isPending ? settled(results) : results;
}

/** GraphQL §6.4: resolves a field and completes its value. */
function executeField(
  execution: Execution,
  field: SelectedField,
  source: unknown,
  prev: ResponsePath | undefined,
): unknown {
  const copy = copyOf(field, source);
  if (copy !== undefined) return copy;
  const { definition, nodes, responseName, parentType } = field;
  const position: Position = { execution, field, path: { prev, key: responseName, typename: parentType.name } };
  try {
    const args = argumentsOf(definition, nodes[0], execution.variables);
    const value: unknown = definition.resolve
      ? definition.resolve(source, args, execution.context, infoOf(position))
      : propertyOf(source, args, position);
    return complete(position, field.shape, value);
  } catch (error) {
    return nullAt(position, field.shape, error);
  }
}

/** Returns the value of a field that is a scalar property. Undefined for all others, and if it is an error. */
function copyOf({ property, definition }: SelectedField, source: unknown): unknown {
  if (!property || !isObject(source)) return undefined;
  const value = source[definition.name];
  if (value === null) return property.isNonNull ? undefined : null;
  if (typeof value === "object" || typeof value === "function") return undefined;
  try {
    return property.type.serialize(value) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A place of the response where a value is completed: a field, or an item of its list. */
interface Position {
  execution: Execution;
  field: SelectedField;
  path: ResponsePath;
}

/** Awaits the value of a field or an item, and handles errors that occur later. */
function complete(position: Position, shape: Shape, value: unknown): unknown {
  const completed = isPromise(value)
    ? value.then((result) => completeValue(position, shape, result))
    : completeValue(position, shape, value);
  return isPromise(completed)
    ? completed.then(undefined, (error: unknown) => nullAt(position, shape, error))
    : completed;
}

/** GraphQL §6.4.4: an error makes the position null, or the nearest position above it that can be null. */
function nullAt({ execution, field, path }: Position, { isNonNull }: Shape, error: unknown): null {
  const located = locatedError(error, field.nodes, responsePathAsArray(path));
  if (isNonNull) throw located;
  execution.errors.add(located, path);
  return null;
}

/** GraphQL §6.4.3. */
function completeValue(position: Position, shape: Shape, value: unknown): unknown {
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) {
    if (!shape.isNonNull) return null;
    const { parentType, definition } = position.field;
    throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${definition.name}.`);
  }
  switch (shape.kind) {
    case "leaf":
      return serialized(shape.type, value);
    case "list":
      return completeList(position, shape.item, value);
    case "object":
      return completeObject(position, shape.type, value);
    case "abstract":
      return completeAbstract(position, shape.type, value);
  }
}

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  const result: unknown = type.serialize(value);
  if (result === null || result === undefined) throw new Error(`${type.name} serialized a value as ${result}.`);
  return result;
}

function completeList(position: Position, item: Shape, value: unknown): unknown {
  const { parentType, definition } = position.field;
  if (!isIterable(value)) throw new Error(`Expected a list for ${parentType.name}.${definition.name}.`);
  const items: unknown[] = [];
  let isPending = false;
  try {
    for (const each of value) {
      const completed = completeItem(position, item, each, items.length);
      items.push(completed);
      if (isPromise(completed)) isPending = true;
    }
  } catch (error) {
    // The earlier items may fail too, and nothing awaits them.
    Promise.allSettled(items).catch(() => {});
    throw error;
  }
  return isPending ? Promise.all(items) : items;
}

function completeItem({ execution, field, path }: Position, shape: Shape, value: unknown, key: number): unknown {
  const position: Position = { execution, field, path: { prev: path, key, typename: undefined } };
  try {
    return complete(position, shape, value);
  } catch (error) {
    return nullAt(position, shape, error);
  }
}

function completeAbstract(position: Position, type: GraphQLAbstractType, value: unknown): unknown {
  const { execution } = position;
  const name = type.resolveType?.(value, execution.context, infoOf(position), type);
  return isPromise(name)
    ? name.then((result) => completeObject(position, objectType(execution, type, result), value))
    : completeObject(position, objectType(execution, type, name), value);
}

function objectType({ operation: { schema } }: Execution, type: GraphQLAbstractType, name: unknown): GraphQLObjectType {
  const found = typeof name === "string" ? schema.getType(name) : undefined;
  if (isObjectType(found) && schema.isSubType(type, found)) return found;
  throw new Error(`The type of a value of ${type.name} is unknown: ${String(name)}.`);
}

function completeObject(position: Position, type: GraphQLObjectType, value: unknown): MaybePromise<ResponseObject> {
  const { execution, field, path } = position;
  return executeFields(execution, execution.selections.below(field, type, execution.variables), value, path);
}

/** A field without a resolver is a property of its object, or a method. */
function propertyOf(source: unknown, args: object, position: Position): unknown {
  if (!isObject(source)) return undefined;
  const property = source[position.field.definition.name];
  return typeof property === "function"
    ? Reflect.apply(property, source, [args, position.execution.context, infoOf(position)])
    : property;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isIterable = (value: unknown): value is Iterable<unknown> => isObject(value) && Symbol.iterator in value;

function infoOf({ execution, field, path }: Position): GraphQLResolveInfo {
  const { operation, variables } = execution;
  return {
    fieldName: field.definition.name,
    fieldNodes: field.nodes,
    returnType: field.definition.type,
    parentType: field.parentType,
    path,
    schema: operation.schema,
    fragments: operation.fragments,
    rootValue: undefined,
    operation: operation.definition,
    variableValues: variables,
  };
}
