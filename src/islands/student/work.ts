import { formatClock } from "../formats.ts";
import { make, makeButton } from "../make.ts";
import { Autosave } from "./autosave.ts";
import { watchFiles, type WorkFiles } from "./files.ts";
import { fillIn, groupsOf, isSame, textsOf } from "./groups.ts";
import { isRefusedPage } from "./is-refused-page.ts";
import { forget, keep, readKept, removeEnded } from "./kept.ts";
import type { Groups, SavedOnServer } from "./saved-on-server.ts";
import { settings, fill } from "./settings.ts";

/** Saves what a student enters into the form around it: at the server, and until it has answered in this browser. */
class WorkForm extends HTMLElement {
  #form: HTMLFormElement | null = null;
  #autosave: Autosave | undefined;
  #files: WorkFiles | undefined;
  #note: HTMLElement | null = null;
  #choice = make("div", { role: "status" });
  #subject = "";
  #isSubmitting = false;
  #isKept = true;

  connectedCallback(): void {
    const form = this.closest("form");
    if (!form || this.#form) return;
    this.#form = form;
    const { address = "", keeper = "", subject = "" } = this.dataset;
    this.#subject = `${address} ${subject}`;
    removeEnded(keeper);
    this.#note = form.querySelector(".foot-of-work .saved");
    // Visible beside the questions that are answered.
    const bar = form.querySelector(".jump .progress");
    if (bar && this.#note) bar.append(this.#note);
    this.after(this.#choice);
    for (const button of form.querySelectorAll<HTMLButtonElement>('button[name="act"][value="save"]'))
      button.hidden = true;
    this.#start(form, address);
    form.addEventListener("input", () => this.#changed());
    form.addEventListener("change", () => this.#changed());
    form.addEventListener("submit", (event) => void this.#submit(event, form));
    window.addEventListener("beforeunload", (event) => {
      if (!this.#isSubmitting && (this.#files?.isUploading() || (!this.#isKept && this.#autosave?.isBehind()))) {
        event.preventDefault();
      }
    });
    // A student came back to a page that the browser has kept.
    window.addEventListener("pageshow", () => {
      this.#isSubmitting = false;
    });
  }

  #start(form: HTMLFormElement, address: string): void {
    const writer = crypto.randomUUID();
    const revision = form.querySelector<HTMLInputElement>('input[name="revision"]')?.value ?? "";
    // The server shows a form again that it has not saved, for example because the session had ended.
    const isRefused = this.dataset["elsewhere"] === undefined && isRefusedPage();
    const { texts } = settings();
    this.#autosave = new Autosave({
      form,
      address,
      writer,
      revision,
      saved: isRefused ? {} : { ...groupsOf(form), ...textsOf(form) },
      sending: () => this.#say(texts.saving),
      listed: (files) => this.#files?.show(files),
      acknowledged: (saved) => this.#acknowledge(saved),
      failed: (refusal) => this.#say(this.#isKept || refusal !== "unreachable" ? texts[refusal] : texts.notKept),
      merged: (theirs) => {
        fillIn(form, theirs);
        this.#choice.replaceChildren(make("p", { className: "notice" }, texts.merged));
      },
      collided: (theirs) => this.#choose(theirs),
    });
    form.append(make("input", { type: "hidden" }));
    const field = form.lastElementChild;
    if (field instanceof HTMLInputElement) Object.assign(field, { name: "writer", value: writer });
    this.#files = watchFiles(form, this.#autosave, (text) => this.#say(text));
    this.#continue(form);
    if (isRefused || this.#autosave.isBehind()) this.#autosave.changed();
  }

  /** Fills in what this browser has kept, or offers it if another device has saved since. */
  #continue(form: HTMLFormElement): void {
    const kept = readKept(this.#keeper(), this.#subject);
    if (!kept) return;
    const now = groupsOf(form);
    const groups = Object.fromEntries(
      Object.entries(kept.groups).filter(([name, group]) => now[name] && !isSame(group, now[name])),
    );
    if (Object.keys(groups).length === 0) {
      forget(this.#keeper(), this.#subject);
      return;
    }
    if (kept.revision === this.#autosave?.revision) {
      fillIn(form, groups);
      this.#say(settings().texts.restored);
      this.#changed();
    } else {
      const theirs = Object.fromEntries(Object.keys(groups).map((name) => [name, now[name] ?? {}]));
      fillIn(form, groups);
      this.#choose(theirs);
    }
  }

  #keeper(): string {
    return this.dataset["keeper"] ?? "";
  }

  #changed(): void {
    const autosave = this.#autosave;
    if (!autosave) return;
    const groups = autosave.behind();
    if (Object.keys(groups).length === 0) return;
    this.#isKept = keep(this.#keeper(), this.#subject, { revision: autosave.revision, groups });
    autosave.changed();
  }

  #acknowledge({ savedAt, revision }: SavedOnServer): void {
    const field = this.#form?.querySelector<HTMLInputElement>('input[name="revision"]');
    if (field) field.value = revision;
    const behind = this.#autosave?.behind() ?? {};
    if (Object.keys(behind).length === 0) forget(this.#keeper(), this.#subject);
    else this.#isKept = keep(this.#keeper(), this.#subject, { revision, groups: behind });
    const { locale, texts } = settings();
    const time = formatClock(new Date(savedAt), locale);
    // A later change is not saved yet.
    this.#say(Object.keys(behind).length === 0 ? fill(texts.saved, { time }) : texts.saving);
  }

  #say(text: string): void {
    if (this.#note && this.#note.textContent !== text) this.#note.textContent = text;
  }

  /** The focused button is gone: the focus goes to the status, which is visible and says what happens next. */
  #focusNote(): void {
    if (!this.#note) return;
    this.#note.tabIndex = -1;
    this.#note.focus({ preventScroll: true });
  }

  /** Sends the entered work first, so that nothing is lost if the submission fails. */
  async #submit(event: SubmitEvent, form: HTMLFormElement): Promise<void> {
    const isUploading = this.#files?.isUploading() === true;
    const isSent = this.#isSubmitting || (this.#autosave?.isBehind() !== true && !isUploading);
    this.#isSubmitting = true;
    if (isSent) return;
    event.preventDefault();
    // The form would upload them again.
    if (isUploading) await this.#files?.uploaded();
    await Promise.race([this.#autosave?.flush(), after(3000)]);
    // A form cannot be submitted again while its event is dispatched.
    await after(0);
    form.requestSubmit(event.submitter instanceof HTMLElement ? event.submitter : null);
  }

  /** Lets the student choose between the work here and that of another device. */
  #choose(theirs: Groups): void {
    const form = this.#form;
    if (!form) return;
    const { texts } = settings();
    const end = (act: () => void) => () => {
      this.#choice.replaceChildren();
      this.#focusNote();
      act();
      this.#autosave?.settle();
    };
    this.#choice.replaceChildren(
      make(
        "div",
        { className: "notice ask" },
        make("p", {}, make("strong", {}, texts.collided)),
        make(
          "ul",
          {},
          ...Object.entries(theirs).map(([name, group]) => make("li", {}, ...describe(form, name, group))),
        ),
        make(
          "div",
          { className: "actions" },
          makeButton(
            texts.keepMine,
            "secondary",
            end(() => this.#changed()),
          ),
          makeButton(
            texts.takeTheirs,
            "secondary",
            end(() => fillIn(form, theirs)),
          ),
        ),
      ),
    );
    this.#choice.scrollIntoView({ block: "nearest" });
  }
}

/** Names a group, and what the other device says: the texts of chosen options, or the typed text. */
function describe(form: HTMLFormElement, name: string, group: Record<string, string>): (Node | string)[] {
  const item = form.querySelector(`[data-question="${CSS.escape(name)}"]`);
  const texts = Object.entries(group).map(([field, value]) => {
    const input = form.querySelector(`[name="${CSS.escape(field)}"][value="${CSS.escape(value)}"]`);
    const isChoice = input instanceof HTMLInputElement && (input.type === "radio" || input.type === "checkbox");
    const label = isChoice ? (input.closest("label")?.textContent.trim() ?? value) : value;
    return label;
  });
  const content = make("span", { className: "foreign" }, texts.join(" · ") || settings().texts.nothing);
  if (!item) return [content];
  const number = String([...(item.parentElement?.children ?? [])].indexOf(item) + 1);
  const link = make("a", {}, fill(settings().texts.question, { number }));
  link.href = `#${item.id}`;
  return [link, ": ", content];
}

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

customElements.define("l-work", WorkForm);
