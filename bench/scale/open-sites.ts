import { load } from "../harness/load.ts";
import { serialize } from "../harness/http-request.ts";

/** Asks every site for its key set once: a site that is in use has made its keys. */
export async function openSites(port: number, hosts: readonly string[]): Promise<void> {
  const requests = hosts.map((host) => serialize({ path: "/api/oauth/jwks" }, host));
  await load({ port, connections: 4, next: () => requests.pop(), expect: { status: 200, contains: '"keys":' } });
}
