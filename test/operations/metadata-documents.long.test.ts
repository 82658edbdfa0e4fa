import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { aDemoServer } from "../support/worlds/demo-server.ts";
import { anApplication, internet } from "../support/doubles/document-web.ts";
import { authorizeUrl } from "../support/world.ts";

void test("In development a server fetches documents of its own machine only if configured", async () => {
  const server = await aDemoServer({ LECTERN_ENV: "development" });
  const application = anApplication({}, "/client.json", "localhost");
  const client = { clientId: application.url, redirectUri: `https://${application.host}/callback` };
  const ask = () => fetch(`http://localhost:${server.process.port}${authorizeUrl(client).url}`, { redirect: "manual" });
  try {
    const refused = await ask();
    assert.match(await refused.text(), /its host has no public IP address/);
    assert.deepEqual([refused.status, application.requests.length], [400, 0]);

    await server.process.stop();
    // Node.js reads the trusted authorities from its own setting.
    const authority = path.join(server.env["LECTERN_DATA"]!, "authority.pem");
    writeFileSync(authority, internet.ca!);
    await server.restart({ LECTERN_CLIENT_METADATA_LOOPBACK: "true", NODE_EXTRA_CA_CERTS: authority });
    const accepted = await ask();
    assert.deepEqual([accepted.status, application.requests.length], [303, 1], await accepted.text());
    assert.match(accepted.headers.get("location")!, /^\/sign-in\?authorization=aut_/);
  } finally {
    await server.close();
  }
});
