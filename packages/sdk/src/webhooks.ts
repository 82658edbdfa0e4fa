import type { EventObjects } from "./generated/events.gen.ts";
import type { WebhookEvent as AnyEvent } from "./generated/types.gen.ts";
import { type DeliveryHeaders, type VerifyOptions, verifySigned } from "./verify-webhook.ts";

export { type DeliveryHeaders, type VerifyOptions, WebhookSignatureError } from "./verify-webhook.ts";

/** The types of events: `course.published`. */
export type WebhookEventType = keyof EventObjects;

type Delivered<Resource> = Resource & { deleted?: true; omitted_fields?: string[] };

/** An event of one type, with its resource: `WebhookEventOf<"order.paid">`. */
export interface WebhookEventOf<Type extends WebhookEventType> extends Omit<AnyEvent, "type" | "data"> {
  type: Type;
  data: {
    /**
     * The resource when the change was committed. A deleted one has `deleted: true`. Texts and lists beyond 256 kB are
     * left out and named in `omitted_fields`.
     */
    object: Delivered<EventObjects[Type]>;
    /** The previous values of the changed fields. */
    previous_attributes?: Partial<EventObjects[Type]>;
  };
}

/** An event: `switch (event.type)` narrows its resource. Ignore types that you do not know: newer servers have more. */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType];

/**
 * Verifies a delivery (Standard Webhooks) and returns its event. `body` must be the text as received: JSON that was
 * read and written again has another signature. Throws `WebhookSignatureError`.
 */
export const verifyWebhook = (
  body: string,
  headers: DeliveryHeaders,
  secret: string,
  options?: VerifyOptions,
): Promise<WebhookEvent> => verifySigned<WebhookEvent>(body, headers, secret, options);
