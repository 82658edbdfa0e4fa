import type { FastifyInstance } from "fastify";
import type { OpenPageRequest } from "../responses/page-request.ts";
import { codePages } from "./codes/code-pages.ts";
import { providerLogout } from "./providers/provider-logout.ts";
import { providerPages } from "./providers/provider-pages.ts";
import { secondStepPages } from "./second-step.ts";

/** Ways to sign in besides a password, and the second step: passkeys, codes, identity providers. */
export function otherWays(app: FastifyInstance, openPageRequest: OpenPageRequest, csrfKey: Buffer): void {
  secondStepPages(app, openPageRequest);
  codePages(app, openPageRequest);
  providerPages(app, openPageRequest, csrfKey);
  providerLogout(app);
}
