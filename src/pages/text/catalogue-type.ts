import type { composeCatalogue } from "./compose.ts";

/** All page copy. A missing entry in a language fails type checking. */
export type Catalogue = ReturnType<typeof composeCatalogue>;
