import type { Config } from "../../config.ts";
import { type Installation, troubleWithSecretKey } from "../../installation.ts";
import { type Check, ok, wrong } from "./check.ts";

export async function checkSecretKey(installation: Installation, config: Config): Promise<Check> {
  const trouble = await troubleWithSecretKey(installation, config);
  const name = "Secret key";
  return trouble === undefined ? ok(name, "decrypts the secrets in the database") : wrong(name, trouble);
}
