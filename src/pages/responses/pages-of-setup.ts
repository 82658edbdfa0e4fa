import type { FastifyRequest } from "fastify";
import { pathOf } from "#http/path-of.ts";

/** The page on which a person sets up the second factor that their role requires. */
export const setupPath = "/account/security/setup";

/** Address of that page, with the page that follows. */
export const setupAddress = (returnTo: string | undefined): string =>
  returnTo === undefined ? setupPath : `${setupPath}?return_to=${encodeURIComponent(returnTo)}`;

/** The page to which a provider leads back a person who confirms their identity. */
const callback = /^\/sign-in\/with\/[^/]+\/callback$/;

const served: readonly string[] = [setupPath, "/account/confirm", "/sign-out", "/oauth/logout"];

/**
 * Returns whether a session that lacks a required second factor counts: where the person sets one up, confirms their
 * identity for it, and leaves. Everywhere else they are a visitor.
 */
export function isPageOfSetup({ url }: Pick<FastifyRequest, "url">): boolean {
  const path = pathOf(url);
  return callback.test(path) || served.some((page) => path === page || path.startsWith(`${page}/`));
}
