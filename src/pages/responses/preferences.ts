import type { FastifyRequest } from "fastify";
import { type Theme, themes } from "#domain/people/members/profile/theme.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { readCookie } from "#http/cookies.ts";
import { pathOf } from "#http/path-of.ts";
import { isTimeZone } from "#lib/text/formats.ts";
import type { FixedTheme } from "../views/styles/theme.ts";

/** The language that a visitor has chosen in this browser. */
export function chosenLocale(request: FastifyRequest, site: Site): Locale | undefined {
  const chosen = readCookie(request, site, "language");
  return locales.find((locale) => locale === chosen);
}

/** The theme that the member has chosen, or the visitor in this browser. Undefined: that of the device. */
export function chosenTheme(
  request: FastifyRequest,
  site: Site,
  session: Pick<Session, "theme"> | undefined,
): FixedTheme | undefined {
  const chosen = session?.theme ?? readCookie(request, site, "theme");
  const theme: Theme | undefined = themes.find((each) => each === chosen);
  return theme === "device" ? undefined : theme;
}

/** The time zone that the member has chosen. */
export const ownZoneOf = (session: Pick<Session, "timeZone"> | undefined): string | undefined =>
  session?.timeZone && isTimeZone(session.timeZone) ? session.timeZone : undefined;

/** Longer addresses could make a form that is too long. */
const maxLength = 1000;

/**
 * The page to show again after a change of the language. Undefined for the answer to a form. Pages without a form token
 * are the same for visitors with other parameters.
 */
export function addressToReturnTo({ method, url }: FastifyRequest, hasToken: boolean): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const address = hasToken ? url : pathOf(url);
  return address.length > maxLength ? undefined : address;
}
