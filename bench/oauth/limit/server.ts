import { createPrivateKey, type JsonWebKey, sign } from "node:crypto";
import { parse } from "node:querystring";
import { fastify } from "fastify";
import { openDatabase } from "#database/database.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import type { Connection } from "../../harness/cluster.ts";
import { announce, settings } from "../../harness/serving.ts";
import { redirectUri, scope } from "../scenario.ts";
import { documents } from "./documents.ts";

const { connection, port, signingKey } = settings as { connection: Connection; port: number; signingKey: JsonWebKey };

const db = openDatabase(connection);
const key = createPrivateKey({ key: signingKey, format: "jwk" });

interface Owner {
  memberId: string;
  name: string;
  email: string;
}

/** One statement per request and the minimum for its response. Checks no rules of any RFC. */
const server = fastify({ logger: false });
server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
  done(null, parse(String(body))),
);

server.get("/authorize", async (request, reply) => {
  const code = newSecret("lac");
  const session = digest(request.headers.cookie ?? "");
  const made = await db.run`
    insert into credentials (digest, member_id, created_at)
    select ${digest(code)}, member_id, ${new Date()} from credentials where digest = ${session}`;
  if (made !== 1) return reply.code(401).send();
  return reply.redirect(`${redirectUri}?code=${code}&state=af0ifjsldkj`, 303);
});

server.post<{ Body: Record<string, string> }>("/token", async ({ body }, reply) => {
  const [access, refresh, now] = [newSecret("lat"), newSecret("lrt"), new Date()];
  const spent = await db.write.first<Owner>`
    with spent as (
      update credentials set spent_at = ${now} where digest = ${digest(body["code"] ?? body["refresh_token"] ?? "")}
      and spent_at is null returning member_id
    ), made as (
      insert into credentials (digest, member_id, created_at)
      select token, member_id, ${now} from spent, unnest(array[${digest(access)}::bytea, ${digest(refresh)}::bytea]) as token
    )
    select member_id, name, email from spent join people on people.id = member_id`;
  if (!spent) return reply.code(400).send({ error: "invalid_grant" });
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: 7200,
    refresh_token: refresh,
    scope,
    ...(body["code"] && { id_token: idToken(spent) }),
  };
});

const find = (token: string) => db.first<Owner>`
  select member_id, name, email from credentials join people on people.id = member_id
  where digest = ${digest(token)} and spent_at is null`;

server.get("/userinfo", async (request, reply) => {
  const owner = await find(request.headers.authorization?.slice("Bearer ".length) ?? "");
  if (!owner) return reply.code(401).send();
  return { sub: owner.memberId, name: owner.name, email: owner.email };
});

server.post<{ Body: { token: string } }>("/introspection", async ({ body }) => {
  const owner = await find(body.token);
  return owner ? { active: true, sub: owner.memberId, scope, token_type: "Bearer" } : { active: false };
});

server.post<{ Body: { token: string } }>("/revocation", async ({ body }) => {
  await db.run`update credentials set spent_at = ${new Date()} where digest = ${digest(body.token)} and spent_at is null`;
  return {};
});

for (const [path, text] of Object.entries(documents(signingKey))) {
  server.get(path, (_request, reply) => reply.type("application/json").send(text));
}

const header = Buffer.from(JSON.stringify({ alg: "ES256", kid: "bench" })).toString("base64url");

function idToken(claims: object): string {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

await server.listen({ port, host: "127.0.0.1" });
announce();
