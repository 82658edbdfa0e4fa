/** Problem details (RFC 9457) of the operator API. */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** For programs: `etag_mismatch`. */
  code: string;
  request_id: string;
  errors?: { pointer: string; code: string; detail: string }[];
  /** The states that are allowed next. */
  allowed?: string[];
  /** With `insufficient_user_authentication`: the class of sign-in to request. */
  acr_values?: string;
  /** With `insufficient_user_authentication`: the age of the sign-in to request, in seconds. */
  max_age?: number;
}

/** Parameters to add to the next authorization request, so that the user signs in as the school requires. */
export interface StepUp {
  acr_values: string;
  max_age?: string;
}

/** An error response of the server. `message` says how to fix the request. */
export class LecternError extends Error {
  readonly status: number;
  readonly code: string;
  /** Errors by field, each with a JSON pointer into the request. */
  readonly errors: NonNullable<ProblemDetails["errors"]>;
  readonly requestId: string | undefined;
  readonly problem: ProblemDetails | undefined;
  /** Set if the user must sign in again: a stronger or more recent sign-in is required (RFC 9470). */
  readonly stepUp: StepUp | undefined;

  constructor(status: number, problem: ProblemDetails | undefined) {
    super(problem?.detail ?? `The server answered with status ${status}.`);
    this.name = "LecternError";
    this.status = status;
    this.code = problem?.code ?? "unknown";
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id;
    this.problem = problem;
    this.stepUp = stepUpIn(problem);
  }
}

function stepUpIn({ acr_values: acr, max_age: age }: Partial<ProblemDetails> = {}): StepUp | undefined {
  if (acr === undefined) return undefined;
  return { acr_values: acr, ...(age !== undefined && { max_age: String(age) }) };
}

/** True for an error response, optionally with one of these codes. */
export const isLecternError = (error: unknown, ...codes: string[]): error is LecternError =>
  error instanceof LecternError && (codes.length === 0 || codes.includes(error.code));

/** Reads the error of a response. */
export async function errorOf(response: Response): Promise<LecternError> {
  const text = await response.text();
  return new LecternError(response.status, problemIn(text));
}

function problemIn(text: string): ProblemDetails | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isProblem(body) ? body : undefined;
  } catch {
    // A proxy in between can answer with a page.
    return undefined;
  }
}

const isProblem = (body: unknown): body is ProblemDetails =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body;

/** Statuses after which the same request may succeed. */
const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** True for an error after which the same request may succeed. */
export const isTransient = ({ status, code }: LecternError): boolean =>
  transient.has(status) || code === "idempotency_in_progress";
