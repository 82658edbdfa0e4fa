import type { ArgBuilder } from "@pothos/core";
import { builder } from "./builder.ts";
import { badUserInput } from "./errors.ts";

/** Default and maximum of `first`. */
export const defaultFirst = 20;
const maxFirst = 100;

type Arguments = ArgBuilder<typeof builder.$inferSchemaTypes>;

/** The arguments of every connection. */
export const pageArguments = (arg: Arguments) => ({
  first: arg.int({ defaultValue: defaultFirst, description: `Maximum number of nodes, 1 to ${maxFirst}` }),
  after: arg.string({ description: "endCursor of the previous page. Omit it to get the first page." }),
});

/** The value of a connection. `hasNextPage` is known from reading one more row. */
export interface Page<Node> {
  nodes: Node[];
  hasNextPage: boolean;
  endCursor: () => string | null;
  totalCount: () => Promise<number>;
}

/** Validates `first`, or returns the default. */
export function readFirst(value: number | null | undefined): number {
  const first = value ?? defaultFirst;
  if (first >= 1 && first <= maxFirst) return first;
  throw badUserInput(`first must be between 1 and ${maxFirst}.`);
}

/** Builds a page from rows that were read with a limit of `first` + 1. */
export function pageFrom<Node>(
  rows: Node[],
  first: number,
  { cursorOf, totalCount }: { cursorOf: (node: Node) => string; totalCount: () => Promise<number> },
): Page<Node> {
  const nodes = rows.length > first ? rows.slice(0, first) : rows;
  const last = nodes.at(-1);
  const endCursor = () => (last === undefined ? null : cursorOf(last));
  return { nodes, hasNextPage: rows.length > first, endCursor, totalCount };
}

const PageInfo = builder.objectRef<Pick<Page<unknown>, "hasNextPage" | "endCursor">>("PageInfo").implement({
  description: "Pagination of a list.",
  fields: (t) => ({
    hasNextPage: t.exposeBoolean("hasNextPage", { description: "True if more nodes follow." }),
    endCursor: t.string({
      nullable: true,
      resolve: ({ endCursor }) => endCursor(),
      description:
        "Pass it as `after` to get the next page. Opaque, and valid only for the same list with the same filter. " +
        "Null if there are no nodes. Can be null on the last page.",
    }),
  }),
});

/** The only connection shape of this API. */
export const connectionOf = <Node extends object>(name: string, node: ReturnType<typeof builder.objectRef<Node>>) =>
  builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    description: `A page of a list of ${name}.`,
    fields: (t) => ({
      nodes: t.expose("nodes", { type: [node], description: "The nodes of this page, in list order." }),
      pageInfo: t.field({
        type: PageInfo,
        description: "Pagination information.",
        resolve: ({ hasNextPage, endCursor }) => ({ hasNextPage, endCursor }),
      }),
      totalCount: t.int({
        description: "The number of nodes on all pages, with the same filter.",
        resolve: ({ totalCount }) => totalCount(),
      }),
    }),
  });
