import { app } from "../world.ts";
import { aLiveSite, type LiveSite } from "./live-site.ts";

/** A live site that a browser cannot reach while the connection is interrupted. */
export async function anInterruptedSite(): Promise<LiveSite & { connection: { isOpen: boolean } }> {
  const connection = { isOpen: true };
  const served = Object.create(app, {
    routing: {
      value: (...[request, response]: Parameters<typeof app.routing>) => {
        if (connection.isOpen) app.routing(request, response);
        else request.socket.destroy();
      },
    },
  }) as typeof app;
  return { ...(await aLiveSite({}, served)), connection };
}
