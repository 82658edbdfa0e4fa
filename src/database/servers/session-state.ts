import type { EventEmitter } from "node:events";
import type pg from "pg";
import type { SessionTarget } from "#lib/settings/database-url.ts";

/** The state that a server reports in every session, since PostgreSQL 14. */
export interface SessionState {
  isStandby: boolean;
  isReadOnly: boolean;
}

/** The part of pg's client that its types hide. */
interface OpenClient extends pg.ClientBase {
  connection: EventEmitter;
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** Follows the state of a session from before it is connected. */
export function followState(base: pg.ClientBase): SessionState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of pg lack the connection of a client.
  const { connection } = base as OpenClient;
  const state: SessionState = { isStandby: false, isReadOnly: false };
  connection.on("parameterStatus", ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName === "in_hot_standby") state.isStandby = parameterValue === "on";
    if (parameterName === "default_transaction_read_only") state.isReadOnly = parameterValue === "on";
  });
  return state;
}

/** Returns why a session is not the requested one, or undefined if it is (libpq, `target_session_attrs`). */
export function whyUnfit(target: SessionTarget, { isStandby, isReadOnly }: SessionState): string | undefined {
  switch (target) {
    case "any":
    case "prefer-standby":
      return undefined;
    case "read-write":
      if (isStandby) return "it is a standby";
      return isReadOnly ? "it is read-only" : undefined;
    case "read-only":
      return isStandby || isReadOnly ? undefined : "it accepts writes";
    case "primary":
      return isStandby ? "it is a standby" : undefined;
    case "standby":
      return isStandby ? undefined : "it is the primary";
    default:
      return target satisfies never;
  }
}
