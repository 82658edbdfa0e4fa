import type { FastifyInstance } from "fastify";
import type { SiteDirectory } from "#http/site-directory.ts";
import type { KeyRing } from "#oauth/key-ring.ts";

export interface AdminOptions {
  /** Notified of changes, so that the next page shows them. */
  sites: SiteDirectory;
  keyRing: KeyRing;
  /** All surfaces, for a preview of pages of another one. */
  application: Pick<FastifyInstance, "inject">;
}
