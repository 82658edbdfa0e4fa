import { isSignedIn, type OpenPageRequest, type SignedInPageRequest } from "../responses/page-request.ts";
import type { FastifyReply } from "fastify";
import { sendJson } from "../responses/send-json.ts";
import { pageRoutes, type PageRoutes } from "../responses/page-routes.ts";
import { askToSignIn } from "./ask-to-sign-in.ts";

/** Routes of pages for members. Visitors are led to sign-in and back. */
export const memberRoutes = (openPageRequest: OpenPageRequest): MemberRoutes =>
  pageRoutes(async (request, reply, show) => {
    const pageRequest = await openPageRequest(request, reply);
    return isSignedIn(pageRequest) ? show(pageRequest) : askToSignIn(pageRequest);
  });

export type MemberRoutes = PageRoutes<SignedInPageRequest>;

/** Routes for scripts of pages for members, which respond with a status to visitors without a session. */
export const memberScriptRoutes = (openPageRequest: OpenPageRequest): MemberRoutes =>
  pageRoutes(async (request, reply, run) => {
    const pageRequest = await openPageRequest(request, reply);
    return isSignedIn(pageRequest) ? run(pageRequest) : sendJson(reply, {}, 401);
  });

/** Refuses a form of a script without a valid form token. */
export const refuseScript = ({ reply }: SignedInPageRequest): FastifyReply => sendJson(reply, {}, 403);
