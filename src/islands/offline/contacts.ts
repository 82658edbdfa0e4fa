/** Missing in the types, and in some browsers. */
interface Syncing {
  readonly sync?: { register(tag: string): Promise<void> };
}

const channel = "lectern-contact";

/** Has the worker send what waits, now or as soon as there is a connection. */
export async function requestContact(): Promise<void> {
  const registration: ServiceWorkerRegistration & Syncing = await navigator.serviceWorker.ready;
  registration.active?.postMessage("contact");
  await registration.sync?.register("send").catch(() => undefined);
}

/** Lets open pages show what a contact has changed. */
export function announceContact(): void {
  const sender = new BroadcastChannel(channel);
  sender.postMessage("contact");
  sender.close();
}

export const onContact = (listener: () => void): void =>
  new BroadcastChannel(channel).addEventListener("message", listener);
