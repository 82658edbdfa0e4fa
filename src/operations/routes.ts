import { typedKeys } from "#lib/json/typed-object.ts";
import type { Route } from "./route.ts";
import { routeGroups } from "./route-groups.ts";

/** The routes of each group, all loaded: for descriptions of the whole API. Requests load the groups that they need. */
export const loadedGroups = await Promise.all(
  typedKeys(routeGroups).map(async (group) => ({ group, routes: await routeGroups[group]() })),
);

/** All routes of the operator API, in documentation order. */
export const routes: readonly Route[] = loadedGroups.flatMap(({ routes: own }) => own);
