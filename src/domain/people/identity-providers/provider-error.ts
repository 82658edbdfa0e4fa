/**
 * Reasons of failed sign-ins. `canceled`: the person or the provider declined. `unreachable`: no usable answer
 * in time. `invalid`: an answer that must not be trusted. `stale`: the person has not signed in there again. `undated`:
 * the provider does not say when they did.
 */
export type ProviderFailure = "canceled" | "unreachable" | "invalid" | "stale" | "undated";

export class ProviderError extends Error {
  readonly kind: ProviderFailure;

  constructor(kind: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ProviderError";
    this.kind = kind;
  }
}
