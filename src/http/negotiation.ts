import type { FastifyInstance } from "fastify";

/**
 * Returns true if the client prefers Markdown over HTML (RFC 9110 §12.5.1). Browsers never name Markdown, so naming it
 * with at least the weight of HTML is a preference.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  // Runs for every request, before routing.
  if (accept === undefined || !/markdown/i.test(accept)) return false;
  const markdown = weightOf(accept, "text/markdown") ?? 0;
  return markdown > 0 && markdown >= (weightOf(accept, "text/html") ?? 0);
}

/** Returns the weight of a media type that the header names. Ranges such as the one of all types name none. */
export function weightOf(accept: string | undefined, type: string): number | undefined {
  if (accept === undefined || accept.length > maxHeaderLength) return undefined;
  return new Map(accept.split(",").map(weigh)).get(type);
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
