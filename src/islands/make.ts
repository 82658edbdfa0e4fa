type Child = Node | string;

interface Properties {
  className?: string;
  [attribute: `aria-${string}` | `data-${string}`]: string;
  role?: string;
  id?: string;
  type?: string;
  name?: string;
  value?: string;
  hidden?: boolean;
}

/** Makes an element. Texts become text nodes. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "className") element.className = String(value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** Makes a button that submits nothing. */
export function makeButton(label: string, look: string, act: () => void): HTMLButtonElement {
  const button = make("button", { type: "button", className: `button ${look}` }, label);
  button.addEventListener("click", act);
  return button;
}
