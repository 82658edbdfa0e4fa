/** A value of a property: a primitive, or an object of one of these classes. */
type Kind = "text" | "number" | "boolean" | "url" | "date" | "duration";

interface Class {
  /** Properties of the class and of those it inherits from, with what schema.org expects of their values. */
  properties: Record<string, readonly (Kind | (string & {}))[]>;
  /** Properties without which search engines reject the object. */
  required?: readonly string[];
}

const thing = {
  name: ["text"],
  description: ["text"],
  url: ["url"],
  image: ["url"],
} as const satisfies Class["properties"];
const party = ["Organization", "Person"] as const;

/** The parts of https://schema.org (version 29) that the pages use, and the requirements of Google for rich results. */
const classes: Record<string, Class> = {
  Course: {
    properties: {
      ...thing,
      inLanguage: ["text"],
      provider: party,
      educationalLevel: ["text"],
      offers: ["Offer"],
      hasCourseInstance: ["CourseInstance"],
      aggregateRating: ["AggregateRating"],
      review: ["Review"],
    },
    required: ["name", "description", "provider"],
  },
  CourseInstance: {
    properties: { ...thing, courseMode: ["text"], courseWorkload: ["duration"], instructor: ["Person"] },
    required: ["courseMode", "courseWorkload"],
  },
  Event: {
    properties: {
      ...thing,
      startDate: ["date"],
      endDate: ["date"],
      eventStatus: ["url"],
      eventAttendanceMode: ["url"],
      location: ["Place", "VirtualLocation"],
      organizer: party,
      performer: party,
      offers: ["Offer"],
    },
    required: ["name", "startDate", "location"],
  },
  Product: { properties: { ...thing, brand: ["Organization"], offers: ["Offer"] }, required: ["name"] },
  Service: { properties: { ...thing, provider: party, offers: ["Offer"] }, required: ["name"] },
  Offer: {
    properties: {
      ...thing,
      price: ["text"],
      priceCurrency: ["text"],
      category: ["text"],
      availability: ["url"],
      priceSpecification: ["UnitPriceSpecification"],
    },
    required: ["price", "priceCurrency", "category", "url"],
  },
  UnitPriceSpecification: {
    properties: {
      price: ["text"],
      priceCurrency: ["text"],
      unitCode: ["text"],
      billingIncrement: ["number"],
      referenceQuantity: ["QuantitativeValue"],
    },
    required: ["price", "priceCurrency"],
  },
  QuantitativeValue: { properties: { value: ["number"], unitCode: ["text"] }, required: ["value", "unitCode"] },
  BlogPosting: {
    properties: {
      ...thing,
      headline: ["text"],
      datePublished: ["date"],
      dateModified: ["date"],
      inLanguage: ["text"],
      author: party,
      publisher: party,
      isAccessibleForFree: ["boolean"],
    },
    required: ["headline", "author", "datePublished"],
  },
  BreadcrumbList: { properties: { itemListElement: ["ListItem"] }, required: ["itemListElement"] },
  ItemList: {
    properties: { ...thing, numberOfItems: ["number"], itemListElement: ["ListItem"] },
    required: ["itemListElement"],
  },
  ListItem: { properties: { ...thing, position: ["number"], item: ["url"] }, required: ["position", "name"] },
  Person: {
    properties: { ...thing, jobTitle: ["text"], sameAs: ["url"], worksFor: ["Organization"] },
    required: ["name"],
  },
  Organization: { properties: thing, required: ["name", "url"] },
  WebSite: { properties: thing, required: ["name", "url"] },
  Place: { properties: { ...thing, address: ["text"] }, required: ["name", "address"] },
  VirtualLocation: { properties: thing, required: ["url"] },
  AggregateRating: {
    properties: { ratingValue: ["number"], ratingCount: ["number"], bestRating: ["number"], worstRating: ["number"] },
    required: ["ratingValue", "ratingCount"],
  },
  Review: {
    properties: { ...thing, author: party, datePublished: ["date"], reviewBody: ["text"], reviewRating: ["Rating"] },
    required: ["author", "reviewRating"],
  },
  Rating: {
    properties: { ratingValue: ["number"], bestRating: ["number"], worstRating: ["number"] },
    required: ["ratingValue"],
  },
};

const isKind: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === "string" && value !== "",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  url: (value) => typeof value === "string" && URL.canParse(value),
  date: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  duration: (value) => typeof value === "string" && /^P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?)?$/.test(value),
};

/** Where structured data differs from its classes: a path and a reason each. */
export function faultsOf(data: unknown, path = ""): string[] {
  if (data === null || typeof data !== "object") return [`${path}: not an object`];
  const { "@type": type, "@context": _context, ...properties } = data as Record<string, unknown>;
  const known = classes[String(type)];
  if (!known) return [`${path}: unknown class ${String(type)}`];
  const missing = (known.required ?? []).filter((name) => !(name in properties));
  return [
    ...missing.map((name) => `${path}: ${String(type)} lacks ${name}`),
    ...Object.entries(properties).flatMap(([name, value]) => {
      const expected = known.properties[name];
      if (!expected) return [`${path}: ${String(type)} has no property ${name}`];
      const values = Array.isArray(value) ? value : [value];
      return values.flatMap((one, index) => faultsOfValue(one, expected, `${path}/${name}/${index}`));
    }),
  ];
}

function faultsOfValue(value: unknown, expected: readonly string[], path: string): string[] {
  if (value !== null && typeof value === "object") {
    const type = String((value as Record<string, unknown>)["@type"]);
    return expected.includes(type) ? faultsOf(value, path) : [`${path}: ${type} is not one of ${expected.join(", ")}`];
  }
  const fits = expected.some((kind) => kind in isKind && isKind[kind as Kind](value));
  return fits ? [] : [`${path}: ${JSON.stringify(value)} is not ${expected.join(" or ")}`];
}
