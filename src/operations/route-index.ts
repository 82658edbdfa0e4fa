import type { Scope } from "#access/scopes.ts";
import { itemObjectOf, objectOf } from "./object-of.ts";
import type { Route } from "./route.ts";
import type { RouteGroup } from "./route-groups.ts";
import { loadedGroups, routes } from "./routes.ts";

/** A route without its operation: as much as is known before the operation is loaded. */
export interface IndexedRoute extends Omit<Route, "operation"> {
  group: RouteGroup;
  scopes: readonly Scope[];
  /** Refused to roles that are confined to their own content. */
  unconfined: boolean;
  /** The `object` of its output, for the read of one resource by ID. */
  object: string | undefined;
  /** The `object` of any output. */
  outputObject: string | undefined;
  /** The `object` of the items that it lists. */
  itemObject: string | undefined;
  /** Responds with the resource at the path above its own, as a transition of its state does. */
  isTransition: boolean;
}

/** All routes, in documentation order. A build contains this value instead of the code that computes it. */
export const routeIndex: readonly IndexedRoute[] = loadedGroups.flatMap(({ group, routes: own }) =>
  own.map((route) => {
    const { operation, ...rest } = route;
    return {
      ...rest,
      group,
      scopes: "scope" in operation.access ? [operation.access.scope] : [],
      unconfined: "scope" in operation.access && operation.access.unconfined === true,
      object: readsResource(route) ? objectOf(operation.output) : undefined,
      outputObject: objectOf(operation.output),
      itemObject: route.method === "GET" ? itemObjectOf(operation.output) : undefined,
      isTransition: isTransition(route),
    };
  }),
);

/** `/courses/:course`. */
function readsResource({ method, path }: Route): boolean {
  return method === "GET" && /^\/\w+\/:\w+$/.test(path);
}

function isTransition({ method, effect, path, operation }: Route): boolean {
  const resource = path.slice(0, path.lastIndexOf("/"));
  const updates = routes.filter((other) => other.method === "PATCH" && other.path === resource);
  return (
    method === "POST" && effect === "update" && updates.some((other) => other.operation.output === operation.output)
  );
}
