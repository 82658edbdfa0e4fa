import { type Command, InvalidArgumentError } from "commander";
import { eventTypeNames, isEventType } from "#domain/event-types.ts";
import { nearest } from "#lib/text/nearest.ts";
import { remoteAction } from "../terminal/remote-action.ts";
import { listOf } from "../arguments/list-argument.ts";
import { type Output, printable } from "../terminal/output.ts";
import { accessTokenFor, chooseRemoteSite } from "./access.ts";
import { followEvents } from "./follow-events.ts";
import { forwardEvent } from "./forward-event.ts";
import { isLocal } from "./remote-site.ts";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { newWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { makeFolders } from "#lib/files/make-folders.ts";
import { RemoteError } from "../terminal/errors.ts";

interface Options {
  site?: string;
  forwardTo?: URL;
  events?: string[];
}

export const addListenCommand = (program: Command) =>
  program
    .command("listen")
    .summary("print the webhook events of a site, and forward them to a receiver")
    .description(
      "Prints events as they happen, until Ctrl+C. --forward-to sends them to a receiver that you develop, as webhooks " +
        "with a signature. The signing secret is printed at the start and stays the same on this machine. " +
        "Uses the API key in LECTERN_API_KEY, or the tokens of lectern login. It needs school:read and, for each event, " +
        "the scope of its type. With --json, each line is a JSON document.",
    )
    .option("--site <site>", "address of the site (default: the site of the last sign-in)")
    .option("--forward-to <url>", "address of the receiver; http only on this machine", parseReceiver)
    .option("--events <types>", "event types, separated by commas (default: all)", parseEventTypes)
    .addHelpText(
      "after",
      "\nExample:\n  $ lectern listen --forward-to http://localhost:3000/hook --events course.published,order.paid",
    )
    .action(
      remoteAction(async ({ config, output }, { site, forwardTo: url, events }: Options) => {
        const origin = await chooseRemoteSite(config, site);
        const secret = url && (await listenSecret(config.userFolder));
        const { stop, end } = stopOnSignals();
        const print = printerOf(output);
        try {
          const followed = followEvents({
            origin,
            token: async (refused) => config.apiKey ?? accessTokenFor(config, origin, new Date(), refused),
            types: events,
            stop,
            onReady: () => print.ready(origin, url, secret),
            onLost: (reason, seconds) => output.note(`${reason}\nRetrying in ${seconds} s.`),
            onRestored: () => output.note(`Connected to ${origin} again.`),
          });
          for await (const event of followed) {
            print.event(event);
            if (!url || secret === undefined) continue;
            const outcome = await forwardEvent(event, { url, secret, now: new Date(), stop });
            if (!stop.aborted) print.forwarded(event.id, url, outcome);
          }
        } finally {
          end();
        }
      }),
    );

/** A second signal ends the process immediately. */
function stopOnSignals(): { stop: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, abort);
  return {
    stop: controller.signal,
    end: () => {
      for (const signal of signals) process.off(signal, abort);
    },
  };
}

/** Prints one line for each event and each request to the receiver. */
function printerOf(output: Output) {
  const { json } = output;
  const line = (document: unknown, text: string) =>
    process.stdout.write(json ? `${JSON.stringify(document)}\n` : `${new Date().toISOString()} ${printable(text)}\n`);
  return {
    ready(origin: string, url: URL | undefined, secret: string | undefined) {
      const details = { site: origin, forward_to: url?.href ?? null, signing_secret: secret ?? null };
      if (json) return line({ ready: details }, "");
      output.note(`Listening for events of ${origin}. Press Ctrl+C to stop.`);
      if (secret !== undefined) output.note(`Signing secret: ${secret}`);
      return true;
    },
    event: (event: { id: string; type: string }) => line({ event }, `${event.type} ${event.id}`),
    forwarded: (eventId: string, { href }: URL, { status, error }: Awaited<ReturnType<typeof forwardEvent>>) =>
      line({ forwarded: { event_id: eventId, status, error } }, `  ${status ?? error} POST ${href} ${eventId}`),
  };
}

function parseReceiver(text: string): URL {
  const address = text.includes("://") ? text : `http://${text}`;
  // Node.js 20, which runs the package of the client, has no URL.parse.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new InvalidArgumentError("Expected an address such as http://localhost:3000/hook.");
  }
  if (url.protocol === "http:" && !isLocal(url.origin)) {
    throw new InvalidArgumentError("Events contain personal data. Use https, or http on this machine.");
  }
  return url;
}

function parseEventTypes(text: string): string[] {
  const words = listOf(text);
  if (words.length === 0) throw new InvalidArgumentError("Expected event types, like course.created.");
  return words.map((word) => {
    if (isEventType(word)) return word;
    const meant = nearest(word, eventTypeNames);
    throw new InvalidArgumentError(
      `There is no event type "${word}".${meant ? ` Did you mean ${meant}?` : " GET /webhook_event_types lists them."}`,
    );
  });
}

/**
 * Returns the secret that signs forwarded events. It is created once and stored in the user's folder, so that a
 * receiver keeps its setting when the command starts again.
 */
async function listenSecret(folder: string): Promise<string> {
  const file = path.join(folder, "listen-secret");
  await makeFolders(folder, 0o700);
  try {
    const secret = newWebhookSecret();
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return secret;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const stored = (await readFile(file, "utf8")).trim();
  if (/^whsec_[A-Za-z0-9+/]{43}=$/.test(stored)) return stored;
  throw new RemoteError("unreadable_secret", `${file} is not readable. Delete it to create a new secret.`);
}
