import { type Config, ConfigError } from "#server/config.ts";
import { type Installation, troubleWithSecretKey } from "#server/installation.ts";
import { type Check, note, ok, wrong } from "./check.ts";

export async function checkSecretKey(installation: Installation, config: Config): Promise<Check> {
  const trouble = await troubleWithSecretKey(installation, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.problems.join(" ");
    throw error;
  });
  const name = "Secret key";
  if (trouble !== undefined) return wrong(name, trouble);
  if (!config.previousSecretKey) return ok(name, "decrypts the secrets in the database");
  return note(name, "LECTERN_SECRET_KEY_PREVIOUS is set. Run `lectern secret rotate`, then remove it.");
}
