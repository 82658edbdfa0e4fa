import { openMailbox } from "#domain/messages/mail/mailbox.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { buildApp } from "../../../src/server/app.ts";
import { database as db } from "../databases/database.ts";
import { storage } from "./storage.ts";
import { csrfKey, mailKey, secretKey } from "../world.ts";

/** Method and pattern of every route of the application: `POST /api/oauth/token`. HEAD is included in GET. */
export async function routesOfTheRouter(): Promise<string[]> {
  return (await readRoutes()).routes;
}

/** The paths of surfaces that are loaded on demand, and the patterns of all routes. */
export async function pathsAndRoutes(): Promise<{ paths: string[]; routes: string[] }> {
  const { paths, routes } = await readRoutes();
  return { paths, routes: routes.map((route) => route.slice(route.indexOf(" ") + 1)) };
}

async function readRoutes(): Promise<{ paths: string[]; routes: string[] }> {
  const routes = new Set<string>();
  const paths: string[] = [];
  const app = buildApp({
    db,
    sites: openSiteDirectory(db),
    keyRing: openKeyRing(secretKey),
    csrfKey,
    storage,
    environment: "development",
    mailbox: openMailbox(db, mailKey, () => new Date()),
    eager: true,
    observe: (building) =>
      building.addHook("onRoute", ({ method, url, config }) => {
        if (config?.handedOver) {
          // Fastify adds a route for HEAD to each GET.
          if (method !== "HEAD") paths.push(url);
          return;
        }
        for (const name of [method].flat()) if (name !== "HEAD") routes.add(`${name} ${url}`);
      }),
  });
  await app.ready();
  await app.close();
  return { paths, routes: [...routes].toSorted() };
}
