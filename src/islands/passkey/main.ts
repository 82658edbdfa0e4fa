import { create, use } from "./ceremonies.ts";
import type { CreationOptions, UseOptions } from "./options.ts";

/*
 * Forms with `data-passkey` get the response of a passkey in their field `passkey`, then they are submitted as every
 * other form. They are hidden until this browser is known to have passkeys.
 */

/** The suggestions of a field wait for a choice until the person presses a button. */
let waiting: AbortController | undefined;

type Options = CreationOptions & UseOptions;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The server wrote it into the page.
const optionsOf = ({ dataset }: HTMLFormElement): Options => JSON.parse(dataset["options"] ?? "{}") as Options;

function send(form: HTMLFormElement, response: string | undefined): void {
  const field = form.elements.namedItem("passkey");
  if (response === undefined || !(field instanceof HTMLInputElement)) return;
  field.value = response;
  form.submit();
}

function equip(form: HTMLFormElement): void {
  const problem = form.querySelector<HTMLElement>("[data-problem]");
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    waiting?.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    if (problem) problem.hidden = true;
    const begun =
      form.dataset["passkey"] === "create" ? create(optionsOf(form), { signal }) : use(optionsOf(form), { signal });
    begun.then(
      (response) => send(form, response),
      () => {
        if (problem && !signal.aborted) problem.hidden = false;
      },
    );
  });
}

/** Offers passkeys in the suggestions of the email field (conditional mediation, WebAuthn Level 3 §5.1.4). */
async function suggest(form: HTMLFormElement): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  waiting = new AbortController();
  const { signal } = waiting;
  // A choice that is refused or withdrawn changes nothing: the form is still there.
  const response = await use(optionsOf(form), { quiet: true, signal }).catch(() => undefined);
  send(form, response);
}

if ("PublicKeyCredential" in globalThis) {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    equip(form);
    if (form.dataset["passkey"] === "suggest") void suggest(form);
  }
}
