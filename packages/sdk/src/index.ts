export { isLecternError, LecternError, type ProblemDetails } from "./errors.ts";
export type * from "./generated/types.gen.ts";
export { type DryRun, Lectern, type LecternOptions } from "./lectern.ts";
export { type RefreshOptions, refreshingToken } from "./oauth.ts";
export { itemsOf, type Page } from "./pages.ts";
export type { TokenSource, TransportOptions } from "./transport.ts";
export { verifyWebhook, type WebhookPayload, WebhookSignatureError } from "./webhooks.ts";
