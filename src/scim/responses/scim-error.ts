/** Detail error keywords of RFC 7644 §3.12, table 9. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "invalidVers"
  | "sensitive";

/** A refused request of SCIM (RFC 7644 §3.12). The message says how to fix it. */
export class ScimError extends Error {
  override name = "ScimError";
  readonly status: number;
  readonly scimType: ScimType | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    { scimType, retryAfterSeconds }: { scimType?: ScimType; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.scimType = scimType;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const badRequest = (scimType: ScimType, message: string): ScimError => new ScimError(400, message, { scimType });

export const notFound = (what: string, id: string): ScimError =>
  new ScimError(404, `There is no ${what} ${id.slice(0, 100)} that this key may see.`);

export const preconditionFailed = (): ScimError =>
  new ScimError(412, "The resource has changed since you read it. Read it again and retry with its new version.");

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The status is a text in SCIM. */
export const bodyOf = ({ status, scimType, message }: ScimError) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});
