import type { FastifyReply, FastifyRequest } from "fastify";
import { findMovedPage } from "#domain/public-catalog/pages/moved-page.ts";
import { decodedPath } from "#domain/platform/addresses/decoded-path.ts";
import { dividePath } from "#domain/platform/addresses/public-addresses.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { contextOf } from "./context.ts";

/** Redirects from an old path of the school. Returns false if there is no redirect. */
export async function sendMoved(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const [encoded = "", query] = request.url.split("?", 2);
  const path = decodedPath(encoded);
  if (encoded.length > maxPathLength || path.includes("\0")) return false;
  const moved = await perform(findMovedPage, contextOf(request), { path });
  if (!moved) return false;
  const target = query === undefined || moved.to.includes("?") ? moved.to : `${moved.to}?${query}`;
  const isRead = request.method === "GET" || request.method === "HEAD";
  // RFC 9110 §15.4.9: 308 keeps the method and the body of a form.
  void reply.header("cache-control", "public, no-cache").redirect(target, isRead ? moved.status : 308);
  return true;
}

const maxPathLength = 500;

/** Redirects a request that failed because its path has an old slug. Returns false for other errors. */
export async function sendMovedResource(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (!(error instanceof Problem) || !notFoundCodes.has(error.code)) return false;
  const [path = ""] = request.url.split("?", 1);
  return dividePath(decodedPath(path)) !== undefined && (await sendMoved(request, reply));
}

/** Codes for slugs that no resource has, and for those that none can have. */
const notFoundCodes: ReadonlySet<string> = new Set(["not_found", "validation_failed", "invalid_id"]);
