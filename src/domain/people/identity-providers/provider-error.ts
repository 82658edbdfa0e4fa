/**
 * Reasons of failed sign-ins. `canceled`: the person or the provider declined. `unreachable`: no usable answer
 * in time. `invalid`: an answer that must not be trusted.
 */
export type ProviderFailure = "canceled" | "unreachable" | "invalid";

export class ProviderError extends Error {
  readonly kind: ProviderFailure;

  constructor(kind: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ProviderError";
    this.kind = kind;
  }
}
