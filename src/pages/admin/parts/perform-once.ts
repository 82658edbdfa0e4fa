import { setTimeout as wait } from "node:timers/promises";
import type * as z from "zod";
import { type Answer, type Once, performOnce } from "#domain/platform/idempotency/perform-once.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { digest } from "#lib/secrets/secret.ts";
import { fieldsOf } from "#pages/forms/submitted-fields.ts";
import type { AdminPageRequest } from "./page-request.ts";

/** Waits while the first submission of the same form is in progress. */
const retryDelayMs = 250;
const maxAttempts = 40;

/** Performs the write of a form once. A second submission waits for the first, because browsers show its response. */
export async function performFormOnce<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: RequestContext,
  input: object,
  once: Omit<Once<z.output<Output>>, "answerTo">,
): Promise<Answer & { replayed: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await performOnce(operation, context, input, { ...once, answerTo: () => undefined });
    } catch (error) {
      const isInProgress = error instanceof Problem && error.code === "idempotency_in_progress";
      if (!isInProgress || attempt === maxAttempts) throw error;
      await wait(retryDelayMs);
    }
  }
}

/** Returns the key of a form, by which a repetition is recognized. */
export function keyIn(fields: FormFields): string {
  const [, key = newId()] = fields.find(([name, value]) => name === "key" && /^[\w-]{8,60}$/.test(value)) ?? [];
  return `form-${key}`;
}

/**
 * Performs the write of a form with a page of its own once, however often it is submitted. A form that was changed and
 * sent again is another one. Returns what `keep` selects of the output, also for a repetition.
 */
export async function performForm<Input extends z.ZodObject, Output extends z.ZodType>(
  { context, request }: Pick<AdminPageRequest, "context" | "request">,
  operation: Operation<Input, Output>,
  input: object,
  keep: (output: z.output<Output>) => Readonly<Record<string, string>> = () => ({}),
): Promise<Readonly<Record<string, unknown>>> {
  const fields = fieldsOf(request).filter(([name]) => name !== "csrf");
  const content = digest(JSON.stringify(fields)).toString("base64url");
  const { body } = await performFormOnce(operation, context, input, {
    key: `${keyIn(fields)}-${content}`,
    request: [request.url, content],
    answer: (output) => ({ status: 200, body: keep(output) }),
  });
  return asRecord(body);
}
