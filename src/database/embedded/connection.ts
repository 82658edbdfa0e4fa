import { readPassword } from "./cluster.ts";
import type { Home } from "./home.ts";
import { PORT } from "./socket-folder.ts";

/** Connection parameters for the driver; `host` is the folder of the server's socket. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Returns the application's connection to the server whose socket is in `socketFolder`. */
export function connectionTo(home: Home, socketFolder: string): Connection {
  return { host: socketFolder, port: PORT, user: "lectern", password: readPassword(home), database: "lectern" };
}
