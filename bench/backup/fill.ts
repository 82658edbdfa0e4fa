import { hash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import path from "node:path";
import { rows } from "#database/statements/sql.ts";
import { objectKey } from "#domain/platform/storage/storage.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { openStore } from "#lib/objects/open-store.ts";
import { readConfig } from "../../src/server/config.ts";
import { openInstallation } from "../../src/server/installation.ts";
import { generate } from "../generate/generate.ts";
import { openCredentials } from "../lectern/credentials.ts";
import { insertBenchClient, insertBenchSite } from "../lectern/site.ts";

export const host = "school.localhost";
const redirectUri = "http://127.0.0.1:1/callback";
const scopes = ["openid", "profile", "account:read"] as const;

/** Credentials of members at one client. */
export interface Filled {
  access: string;
  refresh: string[];
  clientId: string;
}

/** Fills a new installation with a school and its files. */
export async function fillInstallation(
  env: Record<string, string>,
  { members, files }: { members: number; files: number },
): Promise<Filled> {
  const config = readConfig(env);
  const installation = await openInstallation(config, { role: "command", log: () => {} });
  try {
    const { database } = installation;
    const siteId = await insertBenchSite(database.pool, host);
    await generate(database, { siteId, members, enrollments: 10, courses: 100, seed: 1 });
    const people = await database.many<{ id: string }>`
      select id from members where site_id = ${siteId} order by id limit ${members}`;
    const clientId = await insertBenchClient(database.pool, siteId, { audience: "member", redirectUri, scopes });
    const holder = { siteId, members: people.map(({ id }) => id), clientId };
    const pairs = await openCredentials(database.pool).tokens(holder, scopes, members);
    const store = openStore(pathToFileURL(path.join(env["LECTERN_DATA"]!, "files")).href);
    for (let stored = 0; stored < files; stored += batch) {
      await Promise.all(
        Array.from({ length: Math.min(batch, files - stored) }, async () => {
          const bytes = randomBytes(1000 + Math.floor(Math.random() * 199_000));
          const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer") };
          const [objectId, id, now] = [newId(), newId(), new Date()];
          await store.put(objectKey(siteId, objectId), Readable.from([bytes]), { ...facts, contentType: "image/png" });
          await database.run`insert into stored_objects ${rows({ siteId, id: objectId })}`;
          const dates = { createdAt: now, updatedAt: now };
          const file = { filename: `${id}.png`, contentType: "image/png", purpose: "other", visibility: "public" };
          await database.run`insert into files ${rows({ siteId, id, objectId, ...facts, ...file, ...dates })}`;
        }),
      );
    }
    return {
      access: pairs[0]!.access,
      refresh: pairs.slice(1, 9).map(({ refresh }) => refresh),
      clientId: formatId("client", clientId),
    };
  } finally {
    await installation.close();
  }
}

const batch = 50;
