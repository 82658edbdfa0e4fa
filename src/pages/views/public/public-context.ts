import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { PageContext } from "../parts/page-context.ts";

/** Context of public pages: appearance and path. */
export type PublicContext = PageContext & { shell: PageShell; path: string };
