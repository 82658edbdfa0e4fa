import type { FastifyRequest } from "fastify";
import { type Theme, themes } from "#domain/platform/site/themes.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { readCookie } from "#http/cookies.ts";
import { pathOf } from "#http/path-of.ts";
import { isTimeZone } from "#lib/text/formats.ts";
import type { FixedTheme } from "../views/styles/theme.ts";

/** The language that a visitor has chosen in this browser. */
export function chosenLocale(request: FastifyRequest, site: Site): Locale | undefined {
  const cookieLanguage = readCookie(request, site, "language");
  return locales.find((locale) => locale === cookieLanguage);
}

/** The theme that the member has chosen, or the visitor in this browser. Undefined: that of the device. */
export function chosenTheme(
  request: FastifyRequest,
  site: Site,
  session: Pick<Session, "theme"> | undefined,
): FixedTheme | undefined {
  const storedTheme = session?.theme ?? readCookie(request, site, "theme");
  const theme: Theme | undefined = themes.find((each) => each === storedTheme);
  return theme === "device" ? undefined : theme;
}

/** The time zone that the member has chosen. */
export const ownZoneOf = (session: Pick<Session, "timeZone"> | undefined): string | undefined =>
  session?.timeZone && isTimeZone(session.timeZone) ? session.timeZone : undefined;

/** Longer addresses could make a form that is too long. */
const maxLength = 1000;

/** Parameters of pages that show the same again. Others can be secrets of mailed links, or requests of apps. */
const keptParameters: ReadonlySet<string> = new Set([
  "after",
  "at",
  "before",
  "comment",
  "cursor",
  "item",
  "past",
  "q",
  "rating",
  "return_to",
  "tag",
]);

/**
 * The page to show again after a change of the language. Undefined for the answer to a form, and for addresses with other
 * parameters. Pages without a form token are the same for visitors with other parameters, which are left out.
 */
export function addressToReturnTo({ method, url }: FastifyRequest, hasToken: boolean): string | undefined {
  if ((method !== "GET" && method !== "HEAD") || url.length > maxLength) return undefined;
  const path = pathOf(url);
  const parameters = [...new URLSearchParams(url.slice(path.length + 1))];
  const shown = parameters.filter(([name]) => keptParameters.has(name));
  if (!hasToken) return shown.length === 0 ? path : `${path}?${new URLSearchParams(shown).toString()}`;
  return shown.length === parameters.length ? url : undefined;
}
