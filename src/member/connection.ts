import type { ArgBuilder } from "@pothos/core";
import { builder } from "./builder.ts";
import { badUserInput } from "./errors.ts";

export const defaultFirst = 20;
export const maxFirst = 100;

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
  /** True if the page starts after a cursor. */
  hasPreviousPage: boolean;
  cursorOf: (node: Node) => string;
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
  { after, ...rest }: Pick<Page<Node>, "cursorOf" | "totalCount"> & { after: string | null | undefined },
): Page<Node> {
  const nodes = rows.length > first ? rows.slice(0, first) : rows;
  return { nodes, hasNextPage: rows.length > first, hasPreviousPage: Boolean(after), ...rest };
}

/** Pagination in the format of the schema. Cursors are computed on request. */
interface PageEnds extends Pick<Page<unknown>, "hasNextPage" | "hasPreviousPage"> {
  startCursor: () => string | null;
  endCursor: () => string | null;
}

function endsOf<Node>({ nodes, cursorOf, hasNextPage, hasPreviousPage }: Page<Node>): PageEnds {
  const cursorAt = (index: number) => () => {
    const node = nodes.at(index);
    return node === undefined ? null : cursorOf(node);
  };
  return { hasNextPage, hasPreviousPage, startCursor: cursorAt(0), endCursor: cursorAt(-1) };
}

const PageInfo = builder.objectRef<PageEnds>("PageInfo").implement({
  description: "Pagination of a list.",
  fields: (t) => ({
    hasNextPage: t.exposeBoolean("hasNextPage", { description: "True if more nodes follow." }),
    hasPreviousPage: t.exposeBoolean("hasPreviousPage", { description: "True if the page starts after a cursor." }),
    startCursor: t.string({
      nullable: true,
      resolve: ({ startCursor }) => startCursor(),
      description: "The cursor of the first node. Null if there are no nodes.",
    }),
    endCursor: t.string({
      nullable: true,
      resolve: ({ endCursor }) => endCursor(),
      description:
        "The cursor of the last node. Pass it as `after` to get the next page. Opaque, and valid only for the same " +
        "list with the same filter. Null if there are no nodes.",
    }),
  }),
});

/** A node, with the function that returns its cursor. */
interface Edge<Node> extends Pick<Page<Node>, "cursorOf"> {
  node: Node;
}

const edgeOf = <Node extends object>(name: string, node: ReturnType<typeof builder.objectRef<Node>>) =>
  builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: `A ${name} and its position in the list.`,
    fields: (t) => ({
      node: t.expose("node", { type: node, description: "The node." }),
      cursor: t.string({
        description: "Pass it as `after` to get the nodes that follow this one. Opaque.",
        resolve: (edge) => edge.cursorOf(edge.node),
      }),
    }),
  });

/** The only connection shape of this API: nodes, also as the edges of the GraphQL Cursor Connections Specification. */
export const connectionOf = <Node extends object>(name: string, node: ReturnType<typeof builder.objectRef<Node>>) =>
  builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    description: `A page of a list of ${name}.`,
    fields: (t) => ({
      nodes: t.expose("nodes", { type: [node], description: "The nodes of this page, in list order." }),
      edges: t.field({
        type: [edgeOf(name, node)],
        description: "The nodes of this page with their cursors, in list order.",
        resolve: ({ nodes, cursorOf }) => nodes.map((each) => ({ node: each, cursorOf })),
      }),
      pageInfo: t.field({ type: PageInfo, description: "Pagination information.", resolve: endsOf }),
      totalCount: t.int({
        description: "The number of nodes on all pages, with the same filter.",
        resolve: ({ totalCount }) => totalCount(),
      }),
    }),
  });
