import type { SiteDirectory } from "#http/site-directory.ts";
import type { KeyRing } from "#oauth/key-ring.ts";
import type { OpenPageRequest } from "../../responses/page-request.ts";

/** Options of the admin area. */
export interface AdminOptions {
  openPageRequest: OpenPageRequest;
  csrfKey: Buffer;
  /** Notified of changes, so that the next page shows them. */
  sites: SiteDirectory;
  keyRing: KeyRing;
}
