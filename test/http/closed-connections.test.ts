import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { serveConnections } from "#http/connections/serve-connections.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const connections = 100;

void test("A closed connection no longer keeps its last response", async () => {
  const sockets: Socket[] = [];
  const responses: WeakRef<ServerResponse>[] = [];
  const server = createServer((_request, response) => {
    responses.push(new WeakRef(response));
    response.end("done");
  });
  serveConnections(
    server,
    ([handle]) =>
      (request, response) =>
        handle!(request, response),
  );
  server.on("connection", (socket: Socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (let count = 0; count < connections; count++) {
    const client = connect(port, "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert.match(await text(client), /done/);
  }
  server.close();
  await once(server, "close");
  // A WeakRef keeps its target until the end of the turn.
  await new Promise(setImmediate);
  collectGarbage();
  assert.equal(sockets.length, connections);
  assert.equal(responses.filter((response) => response.deref()).length, 0);
});
