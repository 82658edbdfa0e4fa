import type * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { DeclaredEvent } from "#domain/resources.ts";
import { recordAudit, type AuditSubject } from "#domain/platform/audit/record-audit.ts";
import { defaultsOf } from "#domain/platform/operation-defaults.ts";
import { type Access, authorize, requireOwnSession } from "./callers/authorize.ts";
import { requireAuthentication, type Sensitive } from "./authentication/require-authentication.ts";
import type { Context, RequestContext } from "./context.ts";
import { canContainTexts } from "#domain/platform/texts/find-texts.ts";
import { requireRendered, withTextsOf } from "#domain/platform/texts/render-input.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { storeEventsAbout } from "#domain/platform/outbox/store-events-about.ts";
import { withResult } from "#domain/platform/outbox/with-result.ts";
import { Problem, validationFailed } from "./problem.ts";
import { mapLockConflict } from "./locks/map-lock-conflict.ts";
import { Outcome, outcomeOf } from "./outcome.ts";
import type { IdSchema } from "./ids.ts";
import { refusedInput } from "./input/refused-input.ts";
import { staffRoles } from "./site/role-settings.ts";
import { formatIssue } from "./input/format-issue.ts";
import { withInstantsOfDates } from "./time/instants-of-dates.ts";
import { findUnstorableInSlices, findUnstorableText } from "./input/storable-text.ts";
import { traceOperation } from "./trace-operation.ts";
import { unknownFields } from "./input/unknown-fields.ts";
import type { Versioned } from "./versioned.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { asRecord } from "#lib/json/is-record.ts";
import type { Deprecation } from "#lib/wire/deprecation.ts";
import { parseInSlices } from "#lib/wire/parse-in-slices.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { unknownIn } from "#lib/wire/unchecked.ts";

/** Public operations, open to every caller. */
export const forAnyone = { anyone: true } as const satisfies Access;

/** Operations on the credential of the request itself. */
export const forBearers = { bearer: true } as const satisfies Access;

/** Operations of the admin area and the command line: owners, managers and the operator of the machine. */
export const inAdminArea = { only: ["session", "cli"], roles: ["owner", "manager"] } as const satisfies Access;

/** Operations of owners and managers in person: no token, no API key and no command reaches them. */
export const byStaffInPerson = { only: ["session"], roles: ["owner", "manager"] } as const satisfies Access;

/** Operations of everyone who teaches, in person. Lecturers and teaching assistants reach their own courses only. */
export const byTeachersInPerson = { only: ["session"], roles: staffRoles } as const satisfies Access;

/** The same without teaching assistants. */
export const byLecturersInPerson = {
  only: ["session"],
  roles: ["owner", "manager", "lecturer"],
} as const satisfies Access;

/** Operations of a directory, with its provisioning key. */
export const byDirectories = { only: ["provisioning"] } as const satisfies Access;

/** Operations that decide where money goes, or what a directory may do. */
export const byOwnersInPerson = { only: ["session"], roles: ["owner"] } as const satisfies Access;

/** Parts of an operation besides its callers. */
interface Definition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Prepared = unknown,
  Result extends z.output<Output> = z.output<Output>,
  Facts = unknown,
> {
  /** `verbNoun`, also the action of its audit entry. */
  name: string;
  /** Imperative, at most 60 characters. */
  summary: string;
  /** Side effects, limits and conditions, in full sentences. Markdown. */
  description?: string;
  /** Announces the end of the operation: response headers, /openapi.json and the reference say it. */
  deprecation?: Deprecation;
  /** Requires a recent authentication of the person: pages ask for it, and a school can demand it of access tokens. */
  sensitive?: Sensitive<z.output<Input>>;
  /** True if the caller must send the version they have seen. */
  requiresIfMatch?: boolean;
  input: Input;
  output: Output;
  /** Returns the time zone of dates in the input, which is not checked yet. Default: that of the school. */
  dateZone?: (context: Context, input: unknown) => Promise<string | undefined>;
  // Method syntax is deliberate: it is bivariant, so operations of every shape fit one list.
  /**
   * Does slow work, work outside the database and the counting of attempts before the transaction begins; its result is
   * added to the input. The write may still fail, so whatever this leaves behind must have no effect by itself.
   */
  prepare?(context: RequestContext, input: z.output<Input>): Promise<Prepared>;
  /** Writes return an `Outcome` if they have more to report than the output. */
  run(context: Context, input: z.output<Input> & Prepared): Promise<Result | Outcome<Result, Facts>>;
  /** The version of the returned resource, or a complete ETag. Default of `versioned` outputs: their version. */
  version?(output: NoInfer<Result>): number | string | undefined;
  /** The audit entry of a write. Default: about the resource that it returns, by its `id`. */
  audit?(input: z.output<Input>, output: NoInfer<Result>, facts?: NoInfer<Facts>): AuditSubject;
  /** The reason why a write has no audit entry. */
  unaudited?: string;
  /** The events of a write. `emits` is the type of one about the resource that it returns. */
  event?(input: z.output<Input>, output: NoInfer<Result>, facts?: NoInfer<Facts>): OutboxEvent | OutboxEvent[];
}

/** The callers that may read or write. Writes share one transaction with their audit entry and their event. */
type Effect<Output> =
  | { reads: Scope | Access; writes?: never; emits?: never }
  | ({ writes: Scope | Access; reads?: never } & Recorded<Output>);

/** Without a resource in its output, a write says what its audit entry is about, or why it has none. */
type Recorded<Output> = [Output] extends [{ shape: { id: IdSchema } }]
  ? { emits?: DeclaredEvent }
  : { emits?: never } & ({ audit: object } | { unaudited: string });

/** Results of a versioned output have a version. */
type ResultOf<Output extends z.ZodType> = z.output<Output> & (Output extends Versioned ? { version: number } : unknown);

/** If a result has a version, its output is `versioned`, or the operation defines `version`. */
type OfVersion<Output, Result> = [Result] extends [{ version: number }]
  ? [Output] extends [Versioned]
    ? unknown
    : { version: object }
  : unknown;

/** A capability of the platform, defined once and exposed by any number of surfaces. */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Prepared = unknown,
  Result extends z.output<Output> = z.output<Output>,
  Facts = unknown,
> extends Definition<Input, Output, Prepared, Result, Facts> {
  access: Access;
  writes: boolean;
}

export const operation = <
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Prepared = unknown,
  Result extends ResultOf<Output> = ResultOf<Output>,
  Facts = unknown,
>({
  reads,
  writes,
  emits,
  ...definition
}: Definition<Input, Output, Prepared, Result, Facts> & Effect<Output> & OfVersion<Output, Result>): Operation<
  Input,
  Output,
  Prepared,
  Result,
  Facts
> => {
  const allowed = reads ?? writes;
  const access = typeof allowed === "string" ? { scope: allowed } : allowed;
  const defined = { ...definition, access, writes: writes !== undefined };
  return { ...defaultsOf({ ...defined, emits }), ...defined };
};

/**
 * Runs an operation: authorize, parse, run. This is the only entry point. A write commits together with its audit
 * entry and its event.
 */
export function perform<Input extends z.ZodObject, Output extends z.ZodType, Result extends z.output<Output>>(
  operation: Operation<Input, Output, unknown, Result>,
  context: RequestContext,
  rawInput: unknown,
): Promise<Result> {
  return traceOperation(operation, context, async () => {
    const input = await admit(operation, context, rawInput);
    if (!operation.writes && !operation.prepare) return read(operation, context, input);
    const prepared = await prepare(operation, context, input);
    if (!operation.writes) return read(operation, prepared.context, prepared.input);
    const { output } = await context.db.transaction((db) =>
      write(operation, { ...prepared.context, db }, prepared.input),
    );
    return output;
  });
}

/** Runs an admitted read. */
export async function read<Input extends z.ZodObject, Output extends z.ZodType, Result extends z.output<Output>>(
  operation: Operation<Input, Output, unknown, Result>,
  context: Context,
  input: z.output<Input>,
): Promise<Result> {
  return outcomeOf(await operation.run(context, input)).output;
}

/** Authorizes the caller, parses the input, and requires a recent authentication for sensitive operations. */
export async function admit<Input extends z.ZodObject>(
  operation: Operation<Input>,
  context: Context,
  rawInput: unknown,
): Promise<z.output<Input>> {
  authorize(context.caller, operation.access);
  if (operation.writes) requireOwnSession(context.caller);
  if (operation.requiresIfMatch && context.ifMatch === undefined) {
    throw new Problem(
      "precondition_required",
      "Send If-Match with the ETag of the version that you read, so that concurrent changes are not lost.",
    );
  }
  const findZone = async () => operation.dateZone?.(context, rawInput);
  const input = await parse(operation.input, await withInstantsOfDates(context, operation.input, rawInput, findZone));
  await requireAuthentication(operation.sensitive, context, input);
  return input;
}

/** A request with everything that its write needs before the transaction begins. */
interface PreparedRequest<Input extends z.ZodObject> {
  context: RequestContext;
  input: z.output<Input>;
}

/** Renders the texts of a request, then runs the preparation of the operation. */
export async function prepare<Input extends z.ZodObject>(
  operation: Operation<Input>,
  requestContext: RequestContext,
  input: z.output<Input>,
): Promise<PreparedRequest<Input>> {
  const context = await withTextsOf(requestContext, operation.input, input);
  requireRendered(context, operation.input, input);
  if (!operation.prepare) return { context, input };
  return { context, input: { ...input, ...asRecord(await operation.prepare(context, input)) } };
}

/** Returns true if `prepare` has work to do. */
export const needsPreparation = (operation: Operation): boolean =>
  operation.prepare !== undefined || canContainTexts(operation.input);

/** Runs an admitted write inside a transaction of its own. */
export async function write<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result extends z.output<Output>,
  Facts,
>(
  operation: Operation<Input, Output, unknown, Result, Facts>,
  inside: Context,
  input: z.output<Input>,
): Promise<Outcome<Result, Facts>> {
  requireRendered(inside, operation.input, input);
  await storeEventsAbout(inside, input);
  const outcome = outcomeOf(await mapLockConflict(operation.run(inside, input)));
  const { output, changed, facts } = outcome;
  if (!changed) return outcome;
  if (operation.audit) await recordAudit(inside, operation.name, operation.audit(input, output, facts));
  if (operation.event) {
    const events = [operation.event(input, output, facts)].flat();
    await recordEvents(inside, await Promise.all(events.map((event) => withResult(event, operation, output))));
  }
  return outcome;
}

async function parse<Input extends z.ZodObject>(schema: Input, rawInput: unknown): Promise<z.output<Input>> {
  const isAtOnce = isSmall(rawInput);
  const unstorable = isAtOnce ? findUnstorableText(rawInput) : await findUnstorableInSlices(rawInput);
  if (unstorable) throw refusedText(pointerOf(unstorable));
  const unknown = unknownIn(rawInput);
  if (unknown.length > 0) throw unknownFields(unknown);
  const params = { error: formatIssue };
  const result = isAtOnce ? schema.safeParse(rawInput, params) : await parseInSlices(schema, rawInput, params);
  if (result.success) return result.data;
  throw refusedInput(result.error, rawInput);
}

const refusedText = (pointer: string) =>
  validationFailed(pointer, "invalid_characters", "The text contains U+0000 or a lone surrogate. Remove it.");
