import { Problem } from "#domain/platform/problem.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import { StorageOutage } from "#lib/objects/storage-outage.ts";
import { WrongSecretKey } from "#server/secret-key.ts";
import { startFailureOf } from "#server/start-failure.ts";
import { commandLineFailureOf, type Failure, failure, systemFailureOf } from "./command-line-failure.ts";
import { toWire } from "#lib/wire/names.ts";

export function failureOf(error: unknown): Failure {
  return commandLineFailureOf(error) ?? installationFailureOf(error) ?? systemFailureOf(error);
}

/** Returns the failure behind an error of the domain, the database or an archive. Undefined for other errors. */
function installationFailureOf(error: unknown): Failure | undefined {
  if (error instanceof WrongSecretKey) return failure(2, "wrong_secret_key", error.message);
  if (error instanceof UnusableArchive)
    return failure(1, "unusable_archive", `The archive is unusable. ${error.message}`);
  if (error instanceof Problem) return failure(error.code === "validation_failed" ? 2 : 1, error.code, explain(error));
  if (error instanceof StorageOutage) return failure(1, "storage_unavailable", error.message);
  const start = startFailureOf(error);
  return start && failure(1, start.code, start.message);
}

function explain({ message, details }: Problem): string {
  return details.errors?.map(({ pointer, detail }) => `${toWire(pointer.slice(1))}: ${detail}`).join("\n") ?? message;
}
