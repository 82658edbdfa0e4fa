import type { OAuthErrorCode } from "#oauth/error.ts";

import { authorizationErrors } from "./error-reference-authorization.ts";
import type { ErrorEntry } from "./error-reference-entry.ts";
import { registrationErrors, resourceErrors } from "./error-reference-resource.ts";
import { tokenErrors } from "./error-reference-token.ts";

export type ErrorReference = ErrorEntry & { code: string };

/** In the order of the list; an OAuth error without its page does not compile. */
const entries = {
  ...tokenErrors,
  ...authorizationErrors,
  ...registrationErrors,
  ...resourceErrors,
} satisfies Record<OAuthErrorCode, ErrorEntry>;

/** Every error that has a page at `/docs/errors/{code}`. */
export const errorReferences: readonly ErrorReference[] = Object.entries<ErrorEntry>(entries).map(([code, entry]) =>
  Object.assign({ code }, entry),
);

const byCode = new Map(errorReferences.map((reference) => [reference.code, reference]));

export const findErrorReference = (code: string): ErrorReference | undefined => byCode.get(code);
