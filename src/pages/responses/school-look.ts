import { perform } from "#domain/platform/operation.ts";
import { ownZoneOf } from "./preferences.ts";
import type { OpenPageRequest } from "./page-request.ts";

/**
 * Adds the menu and the look of the school, as its public pages have them, and times in the zone
 * of the member. `isPlain` for pages that ask for a password.
 */
export const inSchoolLook =
  (openPageRequest: OpenPageRequest, { isPlain = false } = {}): OpenPageRequest =>
  async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    // Sign-in is loaded when the server starts, and the catalog is not.
    const { plainShell, showPageShell } = await import("#domain/public-catalog/pages/page-shell.ts");
    const found = await perform(showPageShell, pageRequest.context, {});
    const shell = isPlain ? plainShell(found) : found;
    return { ...pageRequest, shell, timeZone: ownZoneOf(pageRequest.session) ?? shell.school.timeZone };
  };
