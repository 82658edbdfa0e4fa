/** A resource that a person opened lately. */
export interface Recent {
  href: string;
  name: string;
}

const prefix = "lectern-recent:";

/** Resources that are kept. */
const maxKept = 8;

/** The pages of resources end with an ID. */
const pageOfResource = /\/[a-z]{3}_[0-9a-z]{26}$/;

/**
 * Keeps the resources that a person opened lately in their browser, with the one of this page, and returns them at each
 * call. Those of other people, and those of a person who signs out, are deleted.
 */
export function recentOf(person: string): () => Recent[] {
  const key = prefix + person;
  clear(key);
  for (const form of document.querySelectorAll('form[action="/sign-out"]')) {
    form.addEventListener("submit", () => clear());
  }
  const heading = document.querySelector("main h1 bdi") ?? document.querySelector("main h1");
  if (heading && pageOfResource.test(location.pathname)) {
    const here = { href: location.pathname, name: heading.textContent.trim().slice(0, 120) };
    write(key, [here, ...read(key).filter(({ href }) => href !== here.href)].slice(0, maxKept));
  }
  return () => read(key);
}

function read(key: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

const isRecent = ({ href, name }: Partial<Recent>): boolean =>
  typeof href === "string" && /^\/admin\/[\w/-]+$/.test(href) && typeof name === "string";

function write(key: string, items: readonly Recent[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(items));
  } catch {
    // The browser stores nothing.
  }
}

/** Without a key to keep, deletes what is kept of every person. */
function clear(kept?: string): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix) && name !== kept) localStorage.removeItem(name);
    }
  } catch {
    // The browser stores nothing.
  }
}
