import type { FastifyReply, FastifyRequest } from "fastify";
import { asRecord } from "#lib/json/is-record.ts";

export function addLink(reply: FastifyReply, link: string): void {
  const existing = reply.getHeader("link");
  reply.header("link", typeof existing === "string" ? `${existing}, ${link}` : link);
}

/** Builds the next page link (RFC 8288). */
export function nextPageOf({ url }: FastifyRequest, output: unknown): string | undefined {
  const { nextCursor } = asRecord(asRecord(output)["page"]);
  if (typeof nextCursor !== "string") return undefined;
  const [path, query = ""] = url.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("cursor", nextCursor);
  return `${path}?${parameters.toString()}`;
}
