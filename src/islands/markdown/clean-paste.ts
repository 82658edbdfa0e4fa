import { fileAddress } from "./file-address.ts";

/** Elements whose content is no text. */
const withoutText = "style, script, meta, link, title, xml, template, noscript, iframe, object, embed";

/**
 * Cleans pasted HTML of word processors and web pages: their formatting becomes elements that Markdown has, their lists
 * become lists, and everything else about their look goes.
 */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutConditions(html), "text/html");
  for (const element of body.querySelectorAll(withoutText)) element.remove();
  shortenFileAddresses(body);
  makeLists(body);
  for (const element of body.querySelectorAll<HTMLElement>("*")) {
    if (element.localName.includes(":")) element.replaceWith(...element.childNodes);
    else if (element.localName === "b" && /font-weight:\s*normal/.test(styleOf(element))) {
      element.replaceWith(...element.childNodes);
    } else if (element.localName === "span" || element.localName === "font") replaceSpan(element);
    else if (element.localName === "img" && !/^(?:https:|\/files\/)/i.test(element.getAttribute("src") ?? ""))
      element.remove();
  }
  joinLines(body);
  for (const element of body.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (!keptAttributes.has(name)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

/** Browsers copy absolute addresses. */
function shortenFileAddresses(body: HTMLElement): void {
  for (const name of ["href", "src"]) {
    for (const element of body.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, fileAddress(element.getAttribute(name) ?? ""));
    }
  }
}

/** Line breaks of HTML are spaces, and the editor would keep them. */
function joinLines(body: HTMLElement): void {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement?.closest("pre")) continue;
    const joined = (text.nodeValue ?? "").replaceAll(/[\t\n\r ]+/g, " ");
    if (joined !== text.nodeValue) text.nodeValue = joined;
  }
}

const keptAttributes: ReadonlySet<string> = new Set(["href", "src", "alt", "title", "colspan", "rowspan", "start"]);

/** Word writes comments with conditions for its own programs. */
const withoutConditions = (html: string): string => html.replaceAll(/<!--[^>]{0,200}\[(?:if|endif)[^>]{0,200}>/g, "");

/** As text: the policy of the page does not apply styles of elements. */
const styleOf = (element: Element): string => element.getAttribute("style") ?? "";

/** Bold and italic are styles in Google Docs. */
function replaceSpan(span: HTMLElement): void {
  const style = styleOf(span);
  const names = [
    ...(/font-weight:\s*(?:bold|[6-9]00)/.test(style) ? ["strong"] : []),
    ...(/font-style:\s*italic/.test(style) ? ["em"] : []),
  ];
  let content: Node[] = [...span.childNodes];
  for (const name of names) {
    const element = document.createElement(name);
    element.append(...content);
    content = [element];
  }
  span.replaceWith(...content);
}

/** Word writes the items of a list as paragraphs, each with its bullet or number as text. */
function makeLists(body: HTMLElement): void {
  let list: HTMLElement | undefined;
  for (const paragraph of body.querySelectorAll<HTMLElement>("p")) {
    if (!/mso-list:\s*l\d/.test(styleOf(paragraph))) {
      list = undefined;
      continue;
    }
    const marker = [...paragraph.querySelectorAll("span")].find((span) => /mso-list:\s*Ignore/i.test(styleOf(span)));
    const name = /^\s*(?:\d+|[a-z])[.)]/i.test(marker?.textContent ?? "") ? "ol" : "ul";
    marker?.remove();
    if (list?.localName !== name || list.nextElementSibling !== paragraph) {
      list = document.createElement(name);
      paragraph.before(list);
    }
    const item = document.createElement("li");
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}
