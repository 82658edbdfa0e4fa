import type { Route } from "./route.ts";

/** The operator API, whole: where each operation is reached (`/api/v1`). */
export const routes: readonly Route[] = [];
