import type * as Library from "openid-client";
import { errorOf } from "#lib/error-of.ts";
import { FetchError } from "#lib/outbound/send-request.ts";
import { ProviderError } from "../provider-error.ts";

type Errors = Pick<typeof Library, "AuthorizationResponseError" | "ResponseBodyError" | "ClientError">;

/** Describes an error of the client library for the owner who tests the provider. */
export function asProviderError(library: Errors, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const cause = errorOf(error);
  const fetching = causeOfFetch(cause);
  if (fetching) return new ProviderError("unreachable", `The provider cannot be used: ${fetching.message}.`, { cause });
  if (error instanceof library.AuthorizationResponseError) {
    return new ProviderError("canceled", withCode(error.error, error.error_description), { cause });
  }
  if (error instanceof library.ResponseBodyError) {
    return new ProviderError("invalid", withCode(error.error, error.error_description), { cause });
  }
  return new ProviderError("invalid", cause.message, { cause });
}

const withCode = (code: string, description: string | undefined): string =>
  `${code}${description === undefined ? "" : `: ${description}`}`.slice(0, 300);

function causeOfFetch(error: Error): FetchError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof FetchError) return cause;
  return undefined;
}
