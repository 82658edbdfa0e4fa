import { typedKeys } from "#lib/json/typed-object.ts";
import { Sql, sql } from "./sql.ts";
import { toParameter, toTypedArray } from "./values.ts";

/** PostgreSQL types of the request's fields. Keys are in camel case, columns of `requested` in snake case. */
type Types<Input> = Readonly<Record<keyof Input, string>>;

/** Each request names its site. */
interface Located {
  siteId: string;
}

/**
 * A statement that coalesces concurrent requests: requests that arrive while another statement runs share the next
 * one, at nearly the cost of a single request. The statement starts with `with ${requested}`, a table with one row
 * per request. It returns at most one row per request, identified by `ordinal`.
 */
export interface Batch<Input, Answer> {
  readonly statement: (requests: readonly Input[]) => Sql;
  readonly siteOf: (requested: Input) => string;
  /** Requests with the same key never share a statement: in a shared one, only the first would see its own changes. */
  readonly key: ((requested: Input) => string) | undefined;
  readonly writes: boolean;
  /** For batches that a node of a cluster prepares. */
  readonly onNode: NodeForm | undefined;
  /** Phantom field that carries the row type. The type is the declaration's claim, checked in tests. */
  readonly answer?: Answer;
}

/** The form of a statement for a node of a cluster. */
export interface NodeForm {
  /** Returns the statement with its rows as one JSON array. */
  inJson: (statement: Sql) => Sql;
  /** Timestamps of the answer: JSON does not show their type. */
  timestamps: ReadonlySet<string>;
}

/** A batch that may write, and whose statement only the coordinator of a cluster plans. */
export function batch<Input extends Located, Answer>(
  types: Types<Input>,
  write: (requested: Sql) => Sql,
  key?: (requested: Input) => string,
): Batch<Input, Answer> {
  const names = typedKeys(types);
  const strings = requestTable(names.map((name) => [snakeCase(name), types[name]]));
  const column = (requests: readonly Input[], name: keyof Input) => {
    const values = requests.map((requested) => requested[name]);
    return isArray(types[name]) ? values.map(toParameter) : toTypedArray(types[name], values);
  };
  const requested = (requests: readonly Input[]) => [...names.map((name) => column(requests, name)), requests.length];
  return {
    statement: (requests) => write(new Sql(strings, requested(requests))),
    siteOf: ({ siteId }) => siteId,
    key,
    writes: true,
    onNode: undefined,
  };
}

/** A batch that only reads. Nodes of a cluster prepare its statement, so every table must be joined. */
export const readingBatch = <Input extends Located, Answer>(
  types: Types<Input>,
  write: (requested: Sql) => Sql,
  timestamps: readonly (string & keyof Answer)[] = [],
): Batch<Input, Answer> => ({
  ...batch(types, write),
  writes: false,
  onNode: {
    inJson: (statement) => sql`select json_agg(found) from (${statement}) as found`,
    timestamps: new Set(timestamps),
  },
});

const answers = sql`select * from answers`;
const answersInJson = sql`select json_agg(answers) from answers`;

/**
 * A batch that writes, and whose statement nodes of a cluster prepare as well. The template ends with the common table
 * expression `answers`, from which the batch selects: a change of rows cannot be a subquery.
 */
export const writingBatch = <Input extends Located, Answer>(
  types: Types<Input>,
  write: (requested: Sql) => Sql,
  key?: (requested: Input) => string,
  timestamps: readonly (string & keyof Answer)[] = [],
): Batch<Input, Answer> => ({
  ...batch(types, (requested) => sql`${write(requested)} ${answers}`, key),
  onNode: {
    inJson: ({ strings, values: [changes] }) => new Sql(strings, [changes, answersInJson]),
    timestamps: new Set(timestamps),
  },
});

/**
 * Array values travel as text, since nested PostgreSQL arrays must have equal lengths (§8.15). The limit only affects
 * the planner: with a small row estimate it uses key lookups, whatever the current table sizes.
 */
function requestTable(columns: readonly (readonly [name: string, type: string])[]): readonly string[] {
  const read = columns.map(([name, type]) => (isArray(type) ? `${name}::${type} as ${name}` : name)).join(", ");
  const aliases = columns.map(([name]) => name).join(", ");
  const casts = columns.map(([, type]) => `::${isArray(type) ? "text" : type}[]`);
  return Object.freeze([
    `requested as (select ordinal, ${read} from unnest(`,
    ...casts.slice(0, -1).map((cast) => `${cast}, `),
    `${casts.at(-1) ?? ""}) with ordinality as requested_input (${aliases}, ordinal) limit `,
    "::bigint)",
  ]);
}

const isArray = (type: string) => type.endsWith("[]");

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
