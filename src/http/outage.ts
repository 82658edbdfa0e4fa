import type { FastifyReply, FastifyRequest } from "fastify";
import { DatabaseOutage, type OutageReason } from "#database/connection/outage.ts";
import { MissingObject } from "#lib/objects/object-store.ts";
import { StorageOutage } from "#lib/objects/storage-outage.ts";

/** A failure of the database or the storage, as clients of all surfaces see it. */
export interface Outage {
  code: OutageCode;
  status: 503 | 507;
  message: string;
  retryAfterSeconds: number;
}

export type OutageCode = "database_unavailable" | "database_busy" | "storage_unavailable" | "insufficient_storage";

const unknownOutcome =
  "If the request was a write, it may or may not have taken effect: repeat it with the same Idempotency-Key, or read the resource first.";

const insufficientStorage: Outage = {
  code: "insufficient_storage",
  status: 507,
  message: "The server has no disk space left. Nothing was changed. The operator of the server must free space.",
  retryAfterSeconds: 60,
};

const databaseOutages: Record<OutageReason, Outage> = {
  unreachable: {
    code: "database_unavailable",
    status: 503,
    message: `The database is unavailable. ${unknownOutcome}`,
    retryAfterSeconds: 5,
  },
  busy: {
    code: "database_busy",
    status: 503,
    message: "The database is overloaded. Nothing was changed. Retry later, or request less data.",
    retryAfterSeconds: 2,
  },
  full: insufficientStorage,
};

const storageUnavailable: Outage = {
  code: "storage_unavailable",
  status: 503,
  message: "The file storage is unavailable. Retry later.",
  retryAfterSeconds: 10,
};

const missingContents: Outage = {
  code: "storage_unavailable",
  status: 503,
  message: "The contents of this file are missing from the file storage. The operator of the server must restore them.",
  retryAfterSeconds: 60,
};

/** Messages by code, for documentation. */
export const outageMessages: Record<OutageCode, string> = {
  database_unavailable: databaseOutages.unreachable.message,
  database_busy: databaseOutages.busy.message,
  storage_unavailable: storageUnavailable.message,
  insufficient_storage: insufficientStorage.message,
};

/** Returns the outage that caused an error, or undefined. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof DatabaseOutage) return databaseOutages[error.reason];
  if (error instanceof StorageOutage) return error.isFull ? insufficientStorage : storageUnavailable;
  return error instanceof MissingObject ? missingContents : undefined;
}

/** Logs an error that is not the client's. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  const outage = outageOf(error);
  if (outage) request.log.warn({ err: error }, `answered with ${outage.code}`);
  else request.log.error({ err: error }, "unexpected error");
}

/** Sets the status and `Retry-After` of an outage. */
export const refuseFor = ({ status, retryAfterSeconds }: Outage, reply: FastifyReply): FastifyReply =>
  reply.code(status).header("retry-after", String(retryAfterSeconds)).header("cache-control", "no-store");
