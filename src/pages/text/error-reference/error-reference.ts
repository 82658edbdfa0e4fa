import type { ProblemCode } from "#domain/platform/problem.ts";
import type { OAuthErrorCode } from "#oauth/error.ts";

import { operatorRequestErrors } from "./requests.ts";
import { operatorStateErrors } from "./states.ts";
import { authorizationErrors } from "./authorization.ts";
import type { ErrorEntry } from "./entry.ts";
import { outageErrors } from "./outages.ts";
import { registrationErrors, resourceErrors } from "./resource.ts";
import { tokenErrors } from "./token.ts";

export type ErrorReference = ErrorEntry & { code: string };

/** In display order. A code without an entry fails type checking. */
const entries = {
  ...tokenErrors,
  ...authorizationErrors,
  ...registrationErrors,
  ...resourceErrors,
  ...operatorRequestErrors,
  ...outageErrors,
  ...operatorStateErrors,
} satisfies Record<OAuthErrorCode | ProblemCode, ErrorEntry>;

/** All errors that have a page at `/docs/errors/{code}`. */
export const errorReferences: readonly ErrorReference[] = Object.entries<ErrorEntry>(entries).map(([code, entry]) =>
  Object.assign({ code }, entry),
);

const byCode = new Map(errorReferences.map((reference) => [reference.code, reference]));

export const findErrorReference = (code: string): ErrorReference | undefined => byCode.get(code);
