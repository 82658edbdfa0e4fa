import assert from "node:assert/strict";
import { ConfigError, readConfig } from "../../../src/server/config.ts";

export type Environment = Record<string, string>;

/** Validation errors of these settings. */
export function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}
