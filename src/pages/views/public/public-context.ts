import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { PageContext } from "../parts/page-context.ts";

/** Context of public pages: appearance and path. */
export type PublicContext = PageContext & {
  shell: PageShell;
  path: string;
  /** The page of the admin area that edits this content, for staff who may open it. */
  edit?: string | undefined;
};
