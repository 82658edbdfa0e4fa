import type { FastifyInstance } from "fastify";

/** By the server of an application: the methods of its addresses, by the pattern that stands in the code. */
const known = new WeakMap<object, Map<string, KnownRoute>>();

interface KnownRoute {
  pattern: string;
  methods: Set<string>;
  /** Made when somebody first asks in vain. */
  expression?: RegExp;
}

/** Remembers what an application will have, so that an address asked in a wrong way can be told from none at all. */
export function rememberRoutes(app: FastifyInstance): void {
  const routes = new Map<string, KnownRoute>();
  known.set(app.server, routes);
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.handedOver) return;
    const route = routes.get(url) ?? { pattern: url, methods: new Set() };
    routes.set(url, route);
    for (const name of [method].flat()) route.methods.add(name);
  });
}

/** The patterns of an application that an address fits, `/courses/:slug` for `/courses/sailing`. */
export const patternsAt = (app: FastifyInstance, url: string): string[] =>
  routesAt(app, url).map(({ pattern }) => pattern);

/** The methods that are answered at an address, in the order in which people know them. HEAD goes with each GET. */
export function methodsAt(apps: readonly FastifyInstance[], url: string): string[] {
  const found = new Set(apps.flatMap((app) => routesAt(app, url).flatMap(({ methods }) => [...methods])));
  return order.filter((method) => found.has(method));
}

const order = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function routesAt({ server }: FastifyInstance, url: string): KnownRoute[] {
  // What cannot be decoded never gets here.
  const path = decodeURI(url.split("?", 1)[0]!);
  const routes = [...(known.get(server)?.values() ?? [])];
  return routes.filter((route) => (route.expression ??= expressionOf(route.pattern)).test(path));
}

/** As the router reads a pattern: `:slug` is a part of a path, `*` whatever is left of it. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(:\w+|\*)/);
  return new RegExp(`^${parts.map(expressionOfPart).join("")}$`);
}

const expressionOfPart = (part: string): string =>
  part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : RegExp.escape(part);
