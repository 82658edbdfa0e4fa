import type { HttpVisitor } from "../../support/browsers/http-visitor.ts";
import { connectionLost } from "./connection-lost.ts";
import type { Connection } from "./ledger.ts";
import type { TestProgram } from "./program.ts";

/**
 * Runs one member and one program after another until the server is gone. Throws unexpected errors of the server;
 * ignores a lost connection.
 */
export async function work(
  program: TestProgram,
  visitor: HttpVisitor,
  ledger: Connection[],
  random: () => number,
): Promise<void> {
  const own: Connection[] = [];
  await connectionLost(async () => {
    const connection = await program.allow(visitor, ledger);
    await program.redeem(connection);
    own.push(connection);
    while (random() < 0.6) await program.rotate(anyOf(own, random));
    if (random() < 0.3) await program.revokeAccess(connection);
    if (random() < 0.3) {
      own.splice(own.indexOf(connection), 1);
      await program.end(connection);
    }
  });
}

const anyOf = (own: readonly Connection[], random: () => number) => own[Math.floor(random() * own.length)]!;
