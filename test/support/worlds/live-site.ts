import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Problem } from "#domain/platform/problem.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { later } from "../clock.ts";
import { app, type ASite, aSite } from "../world.ts";

export interface LiveSite {
  site: ASite;
  origin: string;
  /** Runs while the site's clock is ahead by milliseconds. */
  later<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * A site reachable over TCP at its own port, for independent clients and browsers. The port serves the application of
 * all tests, or the given one, with their clock. Passkeys need a `host` that is a name. The caller closes it.
 */
export async function aLiveSite(
  settings: Partial<SiteSettings> = {},
  served = app,
  host = "127.0.0.1",
): Promise<LiveSite> {
  await served.ready();
  let ahead = 0;
  const server = createServer((request, response) => {
    void later(ahead, async () => served.routing(request, response));
  });
  const site = await atPortOfItsOwn(server, settings, host);
  return {
    site,
    origin: site.origin,
    async later(milliseconds, work) {
      ahead += milliseconds;
      try {
        return await work();
      } finally {
        ahead -= milliseconds;
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A free port may have been used by an earlier test: its site is still in the database, so another one is tried. */
async function atPortOfItsOwn(server: Server, settings: Partial<SiteSettings>, host: string): Promise<ASite> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await aSite(settings, `http://${host}:${(server.address() as AddressInfo).port}`);
  } catch (error) {
    await new Promise((resolve) => server.close(resolve));
    if (error instanceof Problem && error.code === "conflict") return atPortOfItsOwn(server, settings, host);
    throw error;
  }
}
