/** A control of a form whose value a draft can keep. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const keptTypes: ReadonlySet<string> = new Set([
  "text",
  "search",
  "email",
  "url",
  "tel",
  "number",
  "date",
  "time",
  "datetime-local",
  "month",
  "color",
  "checkbox",
  "radio",
  "textarea",
  "select-one",
]);

/** These values must not stay in a browser. */
const secretName = /(?:^|[._])(?:password|passphrase|secret|token|credentials?|api_key|private_key|card)(?:[._]|$)/;

/** The controls whose values a draft keeps: no secrets, no files, and nothing that the page itself has written. */
export function keptControls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== "" &&
      keptTypes.has(element.type) &&
      !secretName.test(element.name) &&
      !/password|one-time-code|cc-/.test(element.autocomplete),
  );
}

const lines = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/** Values by name. A check box is `on` or empty; of radio buttons, the checked one counts. */
function valuesBy(controls: readonly Control[], read: (control: Control) => string | undefined): Map<string, string> {
  const values = new Map<string, string>();
  for (const control of controls) {
    const value = read(control);
    if (control.type !== "radio") values.set(control.name, value ?? "");
    else if (value !== undefined) values.set(control.name, value);
    else if (!values.has(control.name)) values.set(control.name, "");
  }
  return values;
}

export const currentValues = (controls: readonly Control[]): Map<string, string> =>
  valuesBy(controls, (control) => {
    if (control.type === "checkbox") return isChecked(control) ? "on" : "";
    if (control.type === "radio") return isChecked(control) ? control.value : undefined;
    return lines(control.value);
  });

/** Returns the values that the page came with. */
export const originalValues = (controls: readonly Control[]): Map<string, string> =>
  valuesBy(controls, (control) => {
    if (control instanceof HTMLSelectElement) {
      return ([...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0])?.value;
    }
    if (control.type === "checkbox") return isCheckedByDefault(control) ? "on" : "";
    if (control.type === "radio") return isCheckedByDefault(control) ? control.value : undefined;
    return lines(control.defaultValue);
  });

const isChecked = (control: Control): boolean => control instanceof HTMLInputElement && control.checked;
const isCheckedByDefault = (control: Control): boolean => control instanceof HTMLInputElement && control.defaultChecked;

export function writeValue(controls: readonly Control[], name: string, value: string): void {
  for (const control of controls) {
    if (control.name !== name) continue;
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === "on";
    else if (control instanceof HTMLInputElement && control.type === "radio") control.checked = control.value === value;
    else control.value = value;
  }
}
