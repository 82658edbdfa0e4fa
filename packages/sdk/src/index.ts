export { type Changes } from "./changes.ts";
export type { LecternOptions } from "./client.ts";
export { isLecternError, LecternError, type ProblemDetails } from "./errors.ts";
export type * from "./generated/types.gen.ts";
export { type DryRun, Lectern } from "./lectern.ts";
export { type RefreshOptions, refreshingToken } from "./oauth.ts";
export { type Deleted, itemsOf, type Page, pagesOf } from "./pages.ts";
export type { ApiResponse } from "./responses.ts";
export type { TokenSource, TransportOptions } from "./transport.ts";
export {
  type DeliveryHeaders,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookEventOf,
  WebhookSignatureError,
  type WebhookEventType,
} from "./webhooks.ts";
export { version } from "./version.ts";
