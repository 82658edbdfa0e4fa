import { rows } from "#database/statements/sql.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { notFound } from "#domain/platform/problem.ts";
import { findAccount } from "../account.ts";
import type { ProviderEvent, EventRequest } from "../provider.ts";
import { providers } from "../providers.ts";
import { applyEvent } from "./apply-event.ts";
import { isWaiting, keepFailed, recordResult, type Result } from "./queries.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/**
 * Processes a signed request of a provider. Each event is stored and applied once, in one transaction, however often,
 * concurrently or late it arrives. An event that fails is stored as `failed` and the error is thrown, so that the
 * provider sends it again. `acknowledgment`: the response that the provider expects.
 */
export async function receiveEvents(
  context: RequestContext,
  provider: string,
  request: Omit<EventRequest, "now">,
): Promise<{ received: number; acknowledgment?: string | undefined }> {
  const account = await findAccount(context, provider);
  const system = account && providers[account.provider];
  if (!account || !system?.readEvents) {
    throw notFound("payment provider", provider, "that sends events to this site");
  }
  const events = await system.readEvents(account, { ...request, now: context.now });
  for (const event of events) await receiveEvent(context, account.provider, event);
  return { received: events.length, acknowledgment: system.acknowledgment };
}

async function receiveEvent(context: RequestContext, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const system = asSystem(context);
  try {
    await context.db.transaction((db) => apply({ ...system, db }, provider, event));
  } catch (error) {
    await context.db.transaction((db) => keepFailed({ ...system, db }, provider, event, error));
    throw error;
  }
}

async function apply(context: Context, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const { db, site, now } = context;
  const { id, type, payload } = event;
  const state = { receivedAt: now, processedAt: now, result: "ignored" };
  // Waits for a transaction that stores the same event.
  const row = { siteId: site.id, provider, messageId: id, type, payload, ...state };
  if ((await db.run`insert into provider_events ${rows(row)} on conflict do nothing`) === 0) {
    const storedEvent = await db.first<{ result: Result }>`
      select result from provider_events
       where site_id = ${site.id} and provider = ${provider} and message_id = ${id} for no key update`;
    if (!storedEvent || !isWaiting(storedEvent.result)) return;
  }
  await recordResult(context, provider, event, await applyEvent(context, provider, event));
}
