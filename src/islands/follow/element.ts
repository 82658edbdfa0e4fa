const pollIntervalMs = 2000;

/** Shows the progress of a job: reads the same page again, until it has no such element. */
class Follow extends HTMLElement {
  #timer = 0;

  connectedCallback(): void {
    this.#timer = setTimeout(() => void this.#look(), pollIntervalMs);
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const page = await readPage().catch(() => undefined);
    const currentPart = document.getElementById(this.dataset["part"] ?? "");
    const newPart = page?.getElementById(this.dataset["part"] ?? "");
    // The new part has an element of its own, if there is more to follow.
    if (currentPart && newPart) currentPart.replaceWith(document.importNode(newPart, true));
    else this.#timer = setTimeout(() => void this.#look(), pollIntervalMs);
  }
}

async function readPage(): Promise<Document | undefined> {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!response.ok || response.redirected) return undefined;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

customElements.define("l-follow", Follow);
