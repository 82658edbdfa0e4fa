import type pg from "pg";
import { outageOf } from "./outage.ts";
import { beginStatement, endStatement } from "../statements/statement-telemetry.ts";

/** Statements of transaction control by text. */
const controls = new Map<string, { text: string }>();

/** Runs a statement of transaction control. Throws DatabaseOutage. */
export async function control(client: pg.ClientBase, text: string): Promise<void> {
  let statement = controls.get(text);
  if (!statement) controls.set(text, (statement = { text }));
  const running = beginStatement(statement);
  try {
    await client.query(text);
    endStatement(running, statement, { rows: 0 });
  } catch (error) {
    const reported = outageOf(error) ?? error;
    endStatement(running, statement, { error: reported });
    throw reported;
  }
}
