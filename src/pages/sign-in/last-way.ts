import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { readCookie, setCookie } from "#http/cookies.ts";

/** Last way to sign in with this browser: an identity provider by its ID. */
export type LastWay = "password" | "code" | `provider ${string}`;

export const wayOfProvider = (id: string): LastWay => `provider ${formatId("identityProvider", id)}`;

const year = 365 * 86_400;

/** Remembers the way in the browser only. It names no person and no address, and stays after they sign out. */
export const rememberWay = (reply: FastifyReply, { site }: RequestContext, way: LastWay): void =>
  setCookie(reply, site, "way", way, year);

export function lastWayOf(request: FastifyRequest, { site }: RequestContext): LastWay | undefined {
  const way = readCookie(request, site, "way");
  if (way === "password" || way === "code") return way;
  const [, id] = /^provider (idp_[a-z0-9]{26})$/.exec(way ?? "") ?? [];
  return id === undefined ? undefined : `provider ${id}`;
}
