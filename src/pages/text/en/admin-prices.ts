/** The form of the price of a course. */
export const enAdminPrices = {
  name: "Name",
  nameHint: "Students see it beside the name of the course.",
  suggestedName: "Full access",
  type: "How students pay",
  forNewBuyers: "A new price is for new buyers. Orders, installments and receipts keep what was agreed.",
};
