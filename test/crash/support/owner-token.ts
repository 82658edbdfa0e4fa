import assert from "node:assert/strict";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { HttpVisitor } from "../../support/browsers/http-visitor.ts";
import { lectern } from "../../support/worlds/installation.ts";
import { newConnection } from "./ledger.ts";
import { redirectUri, TestProgram } from "./program.ts";

/** Access token of a program that an owner has authorized. */
export async function anOwnersToken({ site }: DemoServer, scope: string): Promise<string> {
  const registration = await fetch(`${site.origin}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [redirectUri], scope }),
  });
  const { client_id } = (await registration.json()) as { client_id: string };
  const { email, password } = site.members.find(({ roles }) => roles.includes("owner"))!;
  const visitor = new HttpVisitor(site.origin);
  assert.equal((await visitor.signIn(email, password)).status, 303);
  const { code, verifier } = await visitor.allow(client_id, redirectUri, scope);
  const program = new TestProgram(site.origin, client_id);
  const response = await program.exchange(newConnection(code, verifier));
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Raises the rate limits of programs, so that a test can poll and write without pause. */
export async function unhurried({ env, site }: DemoServer): Promise<void> {
  const limits = ["api_requests_per_minute=100000", "api_bulk_requests_per_minute=10000"];
  const { code, stderr } = await lectern(["site", "set", site.origin, ...limits], { env });
  assert.equal(code, 0, stderr);
}
