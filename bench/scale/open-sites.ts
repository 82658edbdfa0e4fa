import { load } from "../harness/load.ts";
import { serialize } from "../harness/http-request.ts";

/** Requests the key set of each site once, because a site in use already has its keys. */
export async function openSites(port: number, hosts: readonly string[]): Promise<void> {
  const requests = hosts.map((host) => serialize({ path: "/api/oauth/jwks" }, host));
  await load({ port, connections: 4, next: () => requests.pop(), expect: { status: 200, contains: '"keys":' } });
}
