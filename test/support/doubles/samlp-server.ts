import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import samlp, { type Handler, type Request } from "samlp";
import { atEnd } from "../processes/at-end.ts";
import { aKeyPair } from "./saml-provider.ts";

const person = {
  id: "ana",
  displayName: "Ana Lima",
  emails: [{ value: "ana@harbour.example" }],
  name: { givenName: "Ana", familyName: "Lima" },
  groups: ["teachers"],
};

export interface SamlpServer {
  origin: string;
  certificate: string;
  /** Options of `samlp.auth` for the next sign-ins. */
  options: Record<string, unknown>;
}

const pem = (label: string, base64: string) =>
  `-----BEGIN ${label}-----\n${base64.replaceAll(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`;

/** The samlp library as a provider on this machine, at which one person is signed in. */
export async function aSamlpServer(): Promise<SamlpServer> {
  const keys = await aKeyPair();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const samlpServer: SamlpServer = { origin, certificate: keys.certificate, options: {} };
  const common = { issuer: `${origin}/saml`, cert: pem("CERTIFICATE", keys.certificate), key: keys.pem };
  server.on("request", (request: Request, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url!, origin);
    request.query = Object.fromEntries(searchParams);
    const answer = response as ServerResponse & Record<string, unknown>;
    answer["set"] = (name: string, value: string) => response.setHeader(name, value);
    answer["send"] = (body: unknown) => response.end(String(body));
    const handler: Handler =
      pathname === "/metadata"
        ? samlp.metadata({ ...common, redirectEndpointPath: "/sso", postEndpointPath: "/sso" })
        : samlp.auth({
            ...common,
            getUserFromRequest: () => person,
            nameIdentifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            getPostURL: (_audience: unknown, _request: unknown, _http: unknown, done: (e: null, url: string) => void) =>
              done(null, String(samlpServer.options["recipient"])),
            ...samlpServer.options,
          });
    handler(request, response, (error) => response.writeHead(500).end(String(error)));
  });
  return samlpServer;
}
