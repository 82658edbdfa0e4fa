import type { Stripe } from "stripe";
import { Problem } from "#domain/platform/problem.ts";
import type { ProviderAccount } from "../provider.ts";

const timeoutMs = 10_000;

/** Loads the client of Stripe on first use: it takes 36 MB of memory, and most schools do without. */
export async function openStripe({ credentials, apiAddress }: ProviderAccount): Promise<Stripe> {
  const { Stripe: StripeClient } = await import("stripe");
  const { protocol, hostname, port } = new URL(apiAddress ?? "https://api.stripe.com");
  return new StripeClient(credentials["secretKey"] ?? "", {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** The library's errors contain headers and messages with personal data. Only these facts may reach a log. */
interface StripeFailure {
  type: string;
  code?: string;
  param?: string;
  statusCode?: number;
  requestId?: string;
}

/** Returns the facts of an error of the library, or undefined for other errors. */
export function failureOf(error: unknown): StripeFailure | undefined {
  if (!(error instanceof Error) || !("type" in error) || !String(error.type).startsWith("Stripe")) return undefined;
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? { [name]: value } : {};
  };
  return { type: String(error.type), ...text("code"), ...text("param"), ...text("statusCode"), ...text("requestId") };
}

/** Errors about the request itself. Sending it again cannot succeed. */
export const isRefusal = (error: unknown): boolean => failureOf(error)?.type === "StripeInvalidRequestError";

/** Performs a call. Throws `invalid_state` if Stripe refuses it, otherwise an error that says what happened. */
export const callStripe = <Result>(call: () => Promise<Result>): Promise<Result> =>
  call().catch((error: unknown) => {
    throw describedError(error);
  });

/** The error without the library's as its cause, whose fields would reach the log. */
function describedError(error: unknown): unknown {
  const failure = failureOf(error);
  if (!failure) return error;
  if (!isRefusal(error)) return new Error(`Stripe did not answer as expected: ${describe(failure)}.`);
  return new Problem("invalid_state", `Stripe does not accept this payment: ${describe(failure)}.`, { allowed: [] });
}

const describe = ({ type, code, param, statusCode, requestId }: StripeFailure): string =>
  [type, code, param && `parameter ${param}`, statusCode && `status ${statusCode}`, requestId && `request ${requestId}`]
    .filter(Boolean)
    .join(", ");
