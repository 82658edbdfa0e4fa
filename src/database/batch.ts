import { Sql } from "./sql.ts";
import { toParameter, toTypedArray } from "./values.ts";

/** The PostgreSQL types of what each request asks with; keys are in camel case, columns of `asked` in snake case. */
type Types<Asked> = Readonly<Record<keyof Asked, string>>;

/**
 * A statement that requests share: those that come while another is under way are answered by one, which costs the
 * server and the driver little more than a single one does. It begins with `with ${asked}`: a table that has a row for
 * each request, and `place`, by which the statement's rows, at most one for each, find their way back.
 */
export interface Batch<Asked, Answer> {
  readonly statement: (requests: readonly Asked[]) => Sql;
  /** Requests with the same key never share a statement: only the first of them may find what it changes. */
  readonly key: ((requested: Asked) => string) | undefined;
  /** Never there: it holds the type of the rows, which is the declaration's claim, checked in tests. */
  readonly answer?: Answer;
}

export function batch<Asked extends object, Answer>(
  types: Types<Asked>,
  write: (requested: Sql) => Sql,
  key?: (requested: Asked) => string,
): Batch<Asked, Answer> {
  const names = Object.keys(types) as (keyof Asked & string)[];
  const strings = askedTable(names.map((name) => [snakeCase(name), types[name]]));
  const column = (requests: readonly Asked[], name: keyof Asked) => {
    const values = requests.map((requested) => requested[name]);
    return isArray(types[name]) ? values.map(toParameter) : toTypedArray(types[name], values);
  };
  const requested = (requests: readonly Asked[]) => [...names.map((name) => column(requests, name)), requests.length];
  return { statement: (requests) => write(new Sql(strings, requested(requests))), key };
}

/**
 * Lists travel as text, since lists of lists must be of one length (PostgreSQL §8.15). The limit changes nothing but
 * what the planner thinks: that there are few, so that it looks each up by its key however small the tables are that day.
 */
function askedTable(columns: readonly (readonly [name: string, type: string])[]): readonly string[] {
  const read = columns.map(([name, type]) => (isArray(type) ? `${name}::${type} as ${name}` : name)).join(", ");
  const given = columns.map(([name]) => name).join(", ");
  const casts = columns.map(([, type]) => `::${isArray(type) ? "text" : type}[]`);
  return Object.freeze([
    `requested as (select place, ${read} from unnest(`,
    ...casts.slice(0, -1).map((cast) => `${cast}, `),
    `${casts.at(-1)!}) with ordinality as given (${given}, place) limit `,
    "::bigint)",
  ]);
}

const isArray = (type: string) => type.endsWith("[]");

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
