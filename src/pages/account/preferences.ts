import type { FastifyInstance } from "fastify";
import { updateOwnPreferences } from "#domain/people/members/profile/own-profile.ts";
import { themes } from "#domain/platform/site/themes.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { setCookie } from "#http/cookies.ts";
import { staleFormOf, unprovenFormOf } from "../forms/stale-form.ts";
import { formOf, type OpenPageRequest } from "../responses/page-request.ts";
import { memberRoutes } from "../sign-in/member-routes.ts";
import { switchesId } from "../views/frame/switches.ts";
import { isOnThisSite } from "../sign-in/return-to.ts";

const year = 365 * 24 * 60 * 60;

/**
 * POST /account/preferences: changes language and theme, for visitors too. The forms of public pages have no token: the
 * pages are cached, and show images of other hosts. The choice of a visitor is a cookie, so that every browser
 * without Fetch Metadata may send it. What members choose needs evidence, or the token of the other pages.
 */
export function preferencesForm(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  /** POST /account/time-zone: an empty zone is that of the school. */
  const timeZone = { path: "/account/time-zone", formAt: "/account" } as const;
  memberRoutes(openPageRequest).postForm(app, timeZone, async ({ context, reply }, form) => {
    const zone = form.get("device") ?? form.get("time_zone") ?? "";
    await perform(updateOwnPreferences, context, { timeZone: zone === "" ? null : zone });
    return reply.redirect("/account?done=time_zone_saved", 303);
  });

  app.post("/account/preferences", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, session } = pageRequest;
    const form = staleFormOf(pageRequest) ?? (session ? formOf(pageRequest) : unprovenFormOf(pageRequest));
    // Older browsers of members: the pages of the account have a form with a token.
    if (!form && session && unprovenFormOf(pageRequest)) return reply.redirect(`/account#${switchesId}`, 303);
    if (!form) throw new Problem("role_required", "Only pages of this site can change the language or the theme.");
    const locale = locales.find((each) => each === form.get("language"));
    const theme = themes.find((each) => each === form.get("theme"));
    if (locale) setCookie(reply, context.site, "language", locale, year);
    if (theme) setCookie(reply, context.site, "theme", theme, theme === "device" ? 0 : year);
    const changes = { ...(locale && { locale }), ...(theme && { theme }) };
    if (session && !session.isGuest && session.viewedBy === undefined && Object.keys(changes).length > 0) {
      await perform(updateOwnPreferences, context, changes);
    }
    const returnTo = form.get("return_to") ?? "/";
    return reply.redirect(isOnThisSite(returnTo) ? returnTo : "/", 303);
  });
}
