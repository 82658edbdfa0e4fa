import { priceForm } from "../../views/admin/prices/price-form.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { storedPrice } from "./price-types.ts";

const coursePriceForm: HandMadeForm = { view: priceForm, stored: storedPrice };

/** By the path of the operation and the kind of the page. */
export const priceForms: Readonly<Record<string, HandMadeForm>> = {
  "create /courses/:course/plans": coursePriceForm,
  "edit /course_plans/:id": coursePriceForm,
};
