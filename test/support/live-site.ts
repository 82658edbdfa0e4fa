import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SiteSettings } from "#domain/sites/settings.ts";
import { later } from "./clock.ts";
import { app, type ASite, aSite } from "./world.ts";

export interface LiveSite {
  site: ASite;
  origin: string;
  /** Runs while the site's clock is ahead, in milliseconds. */
  later<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * A site that programs reach over TCP, at a port of its own: clients and browsers that know nothing of the tests talk
 * to it. Behind the port is the application of all tests, with their clock. The caller closes it.
 */
export async function aLiveSite(settings: Partial<SiteSettings> = {}): Promise<LiveSite> {
  await app.ready();
  let ahead = 0;
  const server = createServer((request, response) => {
    void later(ahead, async () => app.routing(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    site: await aSite(settings, origin),
    origin,
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
