import { make } from "../make.ts";
import { fill, type PlayerTexts } from "./texts.ts";

const secondsUntilOpened = 5;

interface Next {
  href: string;
  /** Null for the page of the completed course. */
  title: string | null;
}

/** Offers what comes next below the player, and opens it after a few seconds unless the student stays. */
export function offerNext(
  player: HTMLElement,
  media: HTMLMediaElement,
  { href, title }: Next,
  texts: PlayerTexts,
): void {
  player.querySelector(".next-up")?.remove();
  let left = secondsUntilOpened;
  const count = make("span", { "aria-hidden": "true" });
  const message = fill(title === null ? texts.completed : texts.next, {
    title: title ?? "",
    seconds: String(secondsUntilOpened),
  });
  const now = make("a", { className: "button primary" }, texts.now);
  now.href = href;
  const stay = make("button", { type: "button", className: "button secondary" }, texts.stay);
  const card = make(
    "div",
    { className: "next-up" },
    make("p", { role: "status" }, message),
    make("p", { className: "actions" }, now, stay),
  );
  stay.prepend(count);
  const timer = setInterval(() => {
    left--;
    count.textContent = left > 0 ? `${left} ` : "";
    if (left > 0) return;
    end();
    // A page in the background stays where the student left it.
    if (document.visibilityState === "visible") location.assign(href);
  }, 1000);
  const end = () => {
    clearInterval(timer);
    media.removeEventListener("play", close);
    document.removeEventListener("keydown", escape);
  };
  const close = () => {
    end();
    const hadFocus = card.contains(document.activeElement);
    card.remove();
    if (hadFocus) player.querySelector<HTMLElement>(".controls button")?.focus();
  };
  const escape = ({ key }: KeyboardEvent) => {
    if (key === "Escape") close();
  };
  stay.addEventListener("click", close);
  media.addEventListener("play", close, { once: true });
  document.addEventListener("keydown", escape);
  player.append(card);
  stay.focus({ preventScroll: true });
}
