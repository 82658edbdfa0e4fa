import { http } from "./metrics/catalog.ts";
import { currentScope, type Scope } from "./scope.ts";

/** Counts an error response by its code, which must be one of a fixed set. */
export function recordError(type: string, scope: Scope | null | undefined = currentScope()): void {
  http.errors.add({ surface: scope?.surface ?? "none", type });
  scope?.span?.setAttribute("error.type", type);
}
