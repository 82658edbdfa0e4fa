import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { linkIn, mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import { database } from "../support/databases/database.ts";
import { aSite, authorizeUrl, password, type Tokens } from "../support/world.ts";

/** Tables of the installation, including the job queue, that contain any of these texts, plain or encoded. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const forms = texts.flatMap((text) => [
    text,
    ...(["hex", "base64", "base64url"] as const).map((encoding) => Buffer.from(text).toString(encoding)),
  ]);
  const pattern = forms.map((form) => form.replace(/=+$/, "").replaceAll(/[^\w-]/g, "[$&]")).join("|");
  const locations = [];
  for (const { name } of tables) {
    const found = await database.pool.query(`select 1 from ${name} as one where one::text ~ $1 limit 1`, [pattern]);
    if (found.rows.length > 0) locations.push(name);
  }
  return locations;
}

void test("No credential is stored in plain text in the database: only hashes", async () => {
  const site = await aSite({ openSignUp: true, betaFeatures: ["mcp_connections"] });
  const secrets: Record<string, string> = {};
  const owner = await site.member({ roles: ["owner"] });

  const client = await site.register({ token_endpoint_auth_method: "client_secret_post" });
  const { code, verifier, browser } = await site.allow(client, owner, "openid", { nonce: "n" });
  const tokens = (await site.exchange(client, code, verifier)).json<Tokens>();
  const waiting = await site.browser().open(authorizeUrl(client).url);
  Object.assign(secrets, {
    "client secret": client.clientSecret,
    code,
    verifier,
    "access token": tokens.access_token,
    "refresh token": tokens.refresh_token,
    "id token": tokens.id_token,
    password,
    csrf: /name="csrf" value="([^"]+)"/.exec(waiting.body)![1],
  });
  for (const [name, value] of browser.cookies) secrets[`cookie ${name}`] = value;

  const email = `newcomer-${newId()}@example.test`;
  const chosen = `walnut-${newId().slice(-8)}-orbit`;
  const newcomer = site.browser();
  await newcomer.submit(await newcomer.open("/sign-up"), { email, name: "Mira", password: chosen }, "/sign-up");
  secrets["chosen password"] = chosen;
  const [mail] = await mailsTo(email);
  const link = linkIn(mail!);
  secrets["mailed link"] = new URLSearchParams(link.split("?")[1]).get("link")!;
  await newcomer.submit(await newcomer.open(link), {}, "/sign-up/confirm");
  for (const [name, value] of newcomer.cookies) secrets[`newcomer's cookie ${name}`] = value;
  await mailsInAll(email);

  assert.ok(Object.keys(secrets).length >= 13);
  for (const [what, secret] of Object.entries(secrets)) assert.ok(secret.length >= 16, what);
  if ((await placesOf(Object.values(secrets))).length > 0) {
    for (const [what, secret] of Object.entries(secrets)) assert.deepEqual(await placesOf([secret]), [], what);
  }
  // The search finds an existing text.
  assert.ok((await placesOf([email])).includes("public.accounts"));
});
