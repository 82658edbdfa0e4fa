import { scope } from "./scope.ts";

/** The texts of a notification. */
interface Message {
  title: string;
  body: string;
  lang: string;
  tag: string;
}

/** The inbox asks to sign in if the session has ended. */
const inbox = "/account/notifications";

scope.addEventListener("push", (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Encrypted by the server with the same type.
  const message = event.data?.json() as Message | undefined;
  if (!message) return;
  const { title, body, lang, tag } = message;
  event.waitUntil(scope.registration.showNotification(title, { body, lang, tag, dir: "auto" }));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(scope.clients.openWindow(`${location.origin}${inbox}`));
});
