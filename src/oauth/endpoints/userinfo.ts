import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireScope, requireToken } from "#http/bearer.ts";
import { contextOf } from "#http/context.ts";
import { type Claims, claimsOf } from "../claims.ts";

/** GET and POST /api/oauth/userinfo (OpenID Connect Core §5.3) */
export function userinfoEndpoint(app: FastifyInstance): void {
  app.get("/api/oauth/userinfo", userinfo);
  app.post("/api/oauth/userinfo", userinfo);
}

async function userinfo(request: FastifyRequest): Promise<Claims> {
  const context = contextOf(request);
  const tokenStatus = await requireToken(context, request.headers.authorization, ["openid"]);
  requireScope(tokenStatus, "openid");
  return claimsOf(context.site, tokenStatus, tokenStatus.scopes);
}
