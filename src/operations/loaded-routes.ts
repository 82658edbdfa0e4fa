import { loadOnDemand } from "#lib/work/load-on-demand.ts";
import { type RouteGroup, routeGroups } from "./route-groups.ts";
import type { Route } from "./route.ts";
import type { IndexedRoute } from "./route-index.ts";

const loadGroup = loadOnDemand<RouteGroup, readonly Route[]>(routeGroups);

/** Returns a route with its operation, and loads its group on the first request. */
export async function routeOf(entry: IndexedRoute): Promise<Route> {
  const route = await routeAt(entry, entry.method);
  if (!route) throw new Error(`The group ${entry.group} has no route ${entry.method} ${entry.path}.`);
  return route;
}

/** Returns the route of a method at the path of another route, or undefined if there is none. */
export async function routeAt({ group, path }: IndexedRoute, method: Route["method"]): Promise<Route | undefined> {
  const routes = await loadGroup(group);
  return routes.find((route) => route.method === method && route.path === path);
}
