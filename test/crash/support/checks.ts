import assert from "node:assert/strict";
import type { Connection } from "./ledger.ts";
import type { TestProgram } from "./program.ts";

/** Asserts that every issued access token works unless it was revoked. Returns the number checked. */
export async function checkAccess(program: TestProgram, connections: readonly Connection[]): Promise<number> {
  let checked = 0;
  await inParallel(connections, async ({ access, state: whole }) => {
    for (const { token, state } of access) {
      const status = await program.userinfo(token);
      checked++;
      if (whole === "ended" || state === "revoked") assert.equal(status, 401, "A revocation was undone.");
      else if (whole === "live" && state === "live") assert.equal(status, 200, "An issued token is lost.");
    }
  });
  return checked;
}

/**
 * Asserts that every issued refresh token works unless used or ended. One in flight may have been used: then this is
 * the second use and ends its family.
 */
export async function checkRefresh(program: TestProgram, connections: readonly Connection[]): Promise<number> {
  let checked = 0;
  await inParallel(connections, async (connection) => {
    const { refresh, state } = connection;
    if (!refresh) return;
    checked++;
    if (refresh.state === "fresh" && state === "live") return program.rotate(connection);
    const { status } = await program.refresh(refresh.token);
    if (state === "ended") assert.equal(status, 400, "A revocation was undone.");
    else assert.ok(status === 200 || status === 400, `Expected used or rejected, found ${status}`);
    await program.revoke(refresh.token);
    connection.state = "ended";
  });
  return checked;
}

/** Asserts that no code is redeemed twice: neither a redeemed one nor one whose exchange was in flight. */
export async function checkCodes(program: TestProgram, connections: readonly Connection[]): Promise<number> {
  let checked = 0;
  await inParallel(connections, async (connection) => {
    const { status } = await program.exchange(connection);
    checked++;
    if (connection.codeState === "redeemed") assert.equal(status, 400, "A code was redeemed twice.");
    if (connection.codeState === "issued") assert.equal(status, 200, "An issued code is lost.");
    assert.equal((await program.exchange(connection)).status, 400, "A code was redeemed twice.");
    connection.codeState = "redeemed";
    // A second use revokes the tokens of the first one (RFC 9700 §2.1.1).
    connection.state = "ended";
  });
  return checked;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const connectionGroup = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, connectionGroup));
}
