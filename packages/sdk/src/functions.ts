export { createClient, type LecternOptions } from "./client.ts";
export { changesOf, type Changes, type ChangesQuery } from "./changes.ts";
export { isLecternError, LecternError, type ProblemDetails } from "./errors.ts";
export * from "./generated/sdk.gen.ts";
export type * from "./generated/types.gen.ts";
export { itemsOf, pagesOf, type Page } from "./pages.ts";
