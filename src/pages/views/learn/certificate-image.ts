import { html } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";

interface Certified {
  /** Address of the image. */
  image: string;
  studentName: string | null;
  courseName: string;
}

/** A4, so that the page does not move when the image arrives. */
const size = { width: "842", height: "595" };

/** The image of a certificate. Its text says what it shows. */
export const certificateImage = (locale: Locale, { image, studentName, courseName }: Certified): Markup => {
  const { completion: text } = textFor(locale);
  const alternative =
    studentName === null
      ? fillPlain(text.alternativeUnnamed, { course: courseName })
      : fillPlain(text.alternative, { name: studentName, course: courseName });
  return html`<img
    class="certificate"
    src="${image}"
    alt="${alternative}"
    width="${size.width}"
    height="${size.height}"
  />`;
};
