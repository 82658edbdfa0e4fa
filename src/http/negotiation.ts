import type { FastifyInstance } from "fastify";

/**
 * Returns true if the client prefers Markdown over HTML (RFC 9110 §12.5.1). Browsers never name Markdown, so naming it
 * with at least the weight of HTML is a preference.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  // Runs for every request, before routing.
  if (accept === undefined || accept.length > maxHeaderLength || !/markdown/i.test(accept)) return false;
  const weights = new Map(accept.split(",").map(weigh));
  const markdown = weights.get("text/markdown") ?? 0;
  return markdown > 0 && markdown >= (weights.get("text/html") ?? 0);
}

const maxHeaderLength = 1000;

function weigh(item: string): [type: string, weight: number] {
  const [type = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}

type Strategy = Parameters<FastifyInstance["addConstraintStrategy"]>[0];
type Handler = Parameters<ReturnType<Strategy["storage"]>["set"]>[1];

/** Lets two surfaces share an address: `constraints: { reads: "markdown" }` matches clients that prefer it. */
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
