import type { FastifyInstance } from "fastify";
import type { KeyRing } from "#oauth/key-ring.ts";
import { clientLogo } from "./authorization/client-logo.ts";
import { consentPages } from "./authorization/consent.ts";
import { forbidCaching, withPages } from "./responses/conventions.ts";
import { logoutPages } from "./sign-in/logout.ts";
import { selectAccountPages } from "./sign-in/select-account.ts";
import { signInPages } from "./sign-in/sign-in.ts";
import { inSchoolLook } from "./responses/school-look.ts";
import { servedStylesheet } from "./responses/stylesheet.ts";
import { servedIslands } from "./islands/serve-islands.ts";

interface PageOptions {
  csrfKey: Buffer;
  keyRing: KeyRing;
  /** Routes of other surfaces that browsers open. Their errors are rendered as pages. */
  routes: readonly ((app: FastifyInstance) => void)[];
}

/** Pages of the authorization server: sign-in with a password, consent, logout. None requires scripts. */
export const pages = ({ csrfKey, keyRing, routes }: PageOptions) =>
  withPages(csrfKey, (app, openPageRequest) => {
    forbidCaching(app);
    for (const add of routes) add(app);
    servedStylesheet(app);
    servedIslands(app);
    const openPlainPage = inSchoolLook(openPageRequest, { isPlain: true });
    signInPages(app, openPlainPage);
    selectAccountPages(app, openPlainPage);
    logoutPages(app, openPlainPage, { keyRing });
    consentPages(app, openPlainPage);
    clientLogo(app);
  });
