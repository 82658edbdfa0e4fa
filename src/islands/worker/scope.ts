/** The parts of a service worker that this one uses. The types of pages do not have them. */
interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LifetimeEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends LifetimeEvent {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends LifetimeEvent {
  readonly notification: Notification;
}

interface WorkerEvents {
  push: PushEvent;
  notificationclick: ClickEvent;
  install: LifetimeEvent;
  activate: LifetimeEvent;
  sync: LifetimeEvent;
  message: LifetimeEvent;
  fetch: FetchEvent;
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- This module runs in a service worker only.
export const scope = globalThis as unknown as WorkerScope;
