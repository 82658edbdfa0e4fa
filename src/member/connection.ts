import { builder } from "./builder.ts";
import { badUserInput } from "./errors.ts";

const most = 100;

/** The arguments of every connection; `first` by default 20, at most 100. */
export const pageArguments = { first: 20 } as const;

/** What a connection resolves to: one row more than shown tells whether there are more. */
export interface Page<Node> {
  nodes: Node[];
  hasNextPage: boolean;
  cursorOf: (node: Node) => string;
  totalCount: () => Promise<number>;
}

export function requireFirst(first: number): number {
  if (first >= 1 && first <= most) return first;
  throw badUserInput(`first must be between 1 and ${most}.`);
}

/** A page of rows that were read with a limit of `first` + 1. */
export function pageFrom<Node>(
  rows: Node[],
  first: number,
  rest: Pick<Page<Node>, "cursorOf" | "totalCount">,
): Page<Node> {
  return { nodes: rows.slice(0, first), hasNextPage: rows.length > first, ...rest };
}

const PageInfo = builder.objectRef<{ hasNextPage: boolean; endCursor: string | null }>("PageInfo").implement({
  fields: (t) => ({
    hasNextPage: t.exposeBoolean("hasNextPage"),
    endCursor: t.exposeString("endCursor", {
      nullable: true,
      description: "For `after`; null where there are no nodes",
    }),
  }),
});

/** The only connection shape of this API. */
export const connectionOf = <Node extends object>(name: string, node: ReturnType<typeof builder.objectRef<Node>>) =>
  builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    fields: (t) => ({
      nodes: t.expose("nodes", { type: [node] }),
      pageInfo: t.field({
        type: PageInfo,
        resolve: ({ nodes, hasNextPage, cursorOf }) => {
          const last = nodes.at(-1);
          return { hasNextPage, endCursor: last === undefined ? null : cursorOf(last) };
        },
      }),
      totalCount: t.int({ resolve: ({ totalCount }) => totalCount() }),
    }),
  });
