import type { FastifyInstance } from "fastify";
import { decodedPathOf, withoutTrailingSlash } from "./path-of.ts";

/** Methods of the addresses, by route pattern. */
const routesByServer = new WeakMap<object, Map<string, KnownRoute>>();

interface KnownRoute {
  pattern: string;
  methods: Set<string>;
  /** Compiled on the first lookup. */
  expression?: RegExp;
}

/** Records the routes of an application, so that a wrong method can be distinguished from an unknown address. */
export function rememberRoutes(app: FastifyInstance): void {
  const routes = new Map<string, KnownRoute>();
  routesByServer.set(app.server, routes);
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.handedOver) return;
    const route = routes.get(url) ?? { pattern: url, methods: new Set() };
    routes.set(url, route);
    for (const name of [method].flat()) route.methods.add(name);
  });
}

/** Returns the route patterns that match an address: `/courses/:slug` for `/courses/sailing`. */
export const patternsAt = (app: FastifyInstance, url: string): string[] =>
  routesAt(app, url).map(({ pattern }) => pattern);

/** Returns the methods of an address, in conventional order: HEAD with every GET, and OPTIONS for each address. */
export function methodsAt(apps: readonly FastifyInstance[], url: string): string[] {
  const found = new Set(apps.flatMap((app) => routesAt(app, url).flatMap(({ methods }) => [...methods])));
  if (found.size > 0) found.add("OPTIONS");
  return order.filter((method) => found.has(method));
}

const order = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function routesAt({ server }: FastifyInstance, url: string): KnownRoute[] {
  const path = withoutTrailingSlash(decodedPathOf(url));
  const routes = [...(routesByServer.get(server)?.values() ?? [])];
  return routes.filter((route) => (route.expression ??= expressionOf(route.pattern)).test(path));
}

/** Converts a router pattern to a regular expression: `:slug` matches one segment, `*` the rest. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(:\w+|\*)/);
  return new RegExp(`^${parts.map(expressionOfPart).join("")}$`);
}

const expressionOfPart = (part: string): string =>
  part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : RegExp.escape(part);
