import { authorizationErrors } from "./error-reference-authorization.ts";
import type { ErrorEntry } from "./error-reference-entry.ts";
import { registrationErrors, resourceErrors } from "./error-reference-resource.ts";
import { tokenErrors } from "./error-reference-token.ts";

export type ErrorReference = ErrorEntry & { code: string };

/** Every error that has a page at `/docs/errors/{code}`, in the order of the list there. */
export const errorReferences: readonly ErrorReference[] = Object.entries({
  ...tokenErrors,
  ...authorizationErrors,
  ...registrationErrors,
  ...resourceErrors,
}).map(([code, entry]) => Object.assign({ code }, entry));

const byCode = new Map(errorReferences.map((reference) => [reference.code, reference]));

export const findErrorReference = (code: string): ErrorReference | undefined => byCode.get(code);
