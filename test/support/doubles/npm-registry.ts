import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** The document that `npm publish` sends and `npm install` reads. */
interface Packument {
  name: string;
  versions: Record<string, { dist: { tarball: string } }>;
  "dist-tags": Record<string, string>;
  _attachments?: Record<string, { data: string }>;
}

/** A registry that takes packages, and redirects to another one for the packages that it does not have. */
export interface NpmRegistry {
  url: string;
  close(): Promise<void>;
}

export async function anNpmRegistry(upstream: string): Promise<NpmRegistry> {
  const packages = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();

  async function publish(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The body of npm.
    const { _attachments: files = {}, ...sent } = (await json(request)) as Packument;
    const [file = ""] = Object.values(files);
    for (const [version, manifest] of Object.entries(sent.versions)) {
      const address = `/${sent.name}/-/${version}.tgz`;
      tarballs.set(address, Buffer.from(file === "" ? "" : file.data, "base64"));
      manifest.dist.tarball = `${url}${address}`;
    }
    const before = packages.get(sent.name);
    packages.set(sent.name, {
      ...sent,
      versions: { ...before?.versions, ...sent.versions },
      "dist-tags": { ...before?.["dist-tags"], ...sent["dist-tags"] },
    });
    response.writeHead(201).end("{}");
  }

  function answer(address: string, response: ServerResponse): void {
    const served = tarballs.get(address) ?? packages.get(address.slice(1));
    if (served === undefined) response.writeHead(302, { location: new URL(address, upstream).href }).end();
    else if (Buffer.isBuffer(served)) response.end(served);
    else response.setHeader("content-type", "application/json").end(JSON.stringify(served));
  }

  const server = createServer((request, response) => {
    const address = decodeURIComponent(request.url ?? "/");
    if (request.method === "GET") answer(address, response);
    else if (request.method === "PUT") void publish(request, response, url);
    // An audit, for example, which npm can do without.
    else response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
