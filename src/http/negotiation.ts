import type { FastifyInstance } from "fastify";

/**
 * Whether whoever asks would rather read Markdown than a page (RFC 9110 §12.5.1). Browsers never name it: where it is
 * named, and weighs no less than HTML, it is meant.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  // Asked of every request before its route is found.
  if (accept === undefined || accept.length > longestHeader || !/markdown/i.test(accept)) return false;
  const weights = new Map(accept.split(",").map(weigh));
  const markdown = weights.get("text/markdown") ?? 0;
  return markdown > 0 && markdown >= (weights.get("text/html") ?? 0);
}

const longestHeader = 1000;

function weigh(item: string): [type: string, weight: number] {
  const [type = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}

type Strategy = Parameters<FastifyInstance["addConstraintStrategy"]>[0];
type Handler = Parameters<ReturnType<Strategy["storage"]>["set"]>[1];

/** Lets two surfaces answer at one address: `constraints: { reads: "markdown" }` is for those who prefer that. */
export const readsConstraint: Strategy = {
  name: "reads",
  storage() {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (reads) => handlers.get(reads) ?? null,
      set: (reads, handler) => void handlers.set(reads, handler),
    };
  },
  deriveConstraint: ({ headers }) => (prefersMarkdown(headers.accept) ? "markdown" : undefined),
  validate() {},
};
