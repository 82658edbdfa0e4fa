import * as z from "zod";
import { roles } from "#access/roles.ts";
import { createLecturer } from "#domain/catalog/lecturers/save-lecturer.ts";
import { createForm } from "#domain/content/forms/save-form.ts";
import { createEventTicket } from "#domain/events/event-tickets/operations.ts";
import { createEvent } from "#domain/events/events/save-event.ts";
import { createConsultingService } from "#domain/offers/consulting/save-consulting.ts";
import { createCoupon } from "#domain/offers/coupons/save-coupon.ts";
import { createDigitalProduct } from "#domain/offers/digital-products/save-digital-product.ts";
import { createMembershipPlan } from "#domain/offers/membership-plans/save-membership-plan.ts";
import { createMembershipPricing } from "#domain/offers/membership-pricings/operations.ts";
import { NewCoursePlan } from "#domain/offers/course-plans/course-plan.ts";
import { locales } from "#domain/platform/site/locales.ts";

/*
 * Fields of the files of a demo school. What an operation creates has the fields of its input, so that the API reference
 * describes them. Days count from the creation of the demo.
 */

const text = z.string().min(1);
const whole = z.number().int();
const Named = z.object({ slug: text, name: text });
const Questions = z.array(z.object({ question: text, answerMarkdown: text }));
const Choice = <const Value extends string>(...values: readonly Value[]) => z.enum(values);

const Enrollment = z.object({
  /** Slug of the course. */
  course: text,
  daysAgo: whole,
  /** Omitted: lifetime access. */
  expiresInDays: whole.optional(),
  /** Number of completed lectures, from the start of the course. */
  completed: whole.optional(),
  /** Position in the lecture after those, in whole seconds. */
  secondsIntoNext: whole.optional(),
});
export type DemoEnrollment = z.output<typeof Enrollment>;

const Lecturer = createLecturer.input.extend({
  slug: text,
  /** Email address of a member of the team. */
  email: text.optional(),
});

/** Terms that a course folder does not have. */
const CourseTerms = z.object({
  /** The folder in `courses`. */
  slug: text,
  /** Share of the new enrollments. */
  popularity: whole,
  plans: z.array(NewCoursePlan).default([]),
});

/** The profile, look and home page. */
const Profile = z.object({
  colors: z.object({ primary: text, accent: text }),
  fonts: z.object({ heading: Choice("serif", "noto-serif"), body: Choice("inter") }),
  currency: text,
  supportEmail: text,
  seller: z.object({ name: text, address: text, taxId: text, taxName: text, taxRate: whole }),
  transferInstructions: text,
  hero: z.object({ heading: text, text, button: z.object({ label: text, href: text }) }),
  /** Headings of the sections of the home page. */
  headings: z.object({ courses: text, events: text, plans: text, posts: text, lecturers: text, faq: text }),
  faq: Questions,
  navigation: z.array(z.object({ label: text, href: text })),
});
export type DemoProfile = z.output<typeof Profile>;

/** `school.yaml` */
export const SchoolFile = z.object({
  /** Every machine has both names, so that the demo has two origins without any setup. */
  hostname: Choice("localhost", "127.0.0.1"),
  name: text,
  description: text,
  locale: z.enum(locales),
  timeZone: text,
  settings: z.object({
    signing: Choice("on").exactOptional(),
    betaFeatures: z.array(Choice("mcp_connections")).exactOptional(),
    openClientMetadataDocuments: z.boolean().exactOptional(),
    openSignUp: z.boolean().exactOptional(),
  }),
  school: Profile,
  /** People with passwords, the owner first. */
  team: z.array(
    z.object({
      email: text,
      name: text,
      roles: z.array(z.enum(roles)),
      /** Days since the person joined. */
      since: whole,
      enrollments: z.array(Enrollment).default([]),
    }),
  ),
  lecturers: z.array(Lecturer),
  categories: z.object({ courses: z.array(Named), events: z.array(Named), posts: z.array(Named) }),
  /** In the order of the list of courses. */
  courses: z.array(CourseTerms),
});

/** `offers.yaml`: input of the operations that create offers. */
export const OffersFile = z.object({
  memberships: z.array(
    createMembershipPlan.input
      .omit({ fixedEndDate: true })
      .extend({ pricings: z.array(createMembershipPricing.input.omit({ plan: true })) }),
  ),
  products: z.array(
    createDigitalProduct.input.extend({
      slug: text,
      /** A file in `sheets`. */
      file: text,
    }),
  ),
  consulting: z.array(createConsultingService.input.omit({ lecturerIds: true }).extend({ lecturers: z.array(text) })),
  coupons: z.array(
    createCoupon.input.omit({ startsAt: true, expiresAt: true }).extend({
      startsInDays: whole.optional(),
      expiresInDays: whole.optional(),
      /** Number of redemptions. */
      used: whole.optional(),
    }),
  ),
});
export type DemoOffers = z.output<typeof OffersFile>;

/** `events.yaml` */
export const EventsFile = z.object({
  events: z.array(
    createEvent.input
      .pick({ name: true, summary: true, descriptionMarkdown: true, format: true, tags: true, location: true })
      .extend({
        slug: text,
        /** Negative: in the past. */
        inDays: whole,
        hour: whole,
        minutes: whole,
        capacity: whole.optional(),
        /** Members on the waitlist, after all seats are taken. */
        waiting: whole.optional(),
        /** Registrations of an event with seats left. */
        registered: whole.optional(),
        category: text,
        lecturers: z.array(text),
        tickets: z.array(createEventTicket.input.pick({ name: true, price: true })),
      }),
  ),
});
export type DemoEvent = z.output<typeof EventsFile>["events"][number];

/** `forms.yaml` */
export const FormsFile = z.object({
  forms: z.array(
    createForm.input.extend({
      slug: text,
      /** By the handles of the fields. */
      answers: z.array(z.record(text, z.union([text, z.array(text), z.number()]))),
    }),
  ),
});

/** Names and texts for the members without passwords: `people.yaml`. */
export const PeopleFile = z.object({
  names: z.array(z.object({ name: text, email: text })),
  reviews: z.array(z.object({ rating: whole, title: text.nullable(), body: text, reply: text.optional() })),
  /** Threads below lectures: the question of a student and the answer of the lecturer. */
  threads: z.array(z.object({ question: text, answer: text.optional(), thanks: text.optional() })),
  postComments: z.array(text),
  submissions: z.array(z.object({ text, feedback: text, points: whole })),
  notes: z.array(text),
  tags: z.array(text),
  group: text,
  announcement: z.object({ title: text, body: text }),
  refundReasons: z.array(text),
  cancelReason: text,
});
export type DemoPeople = z.output<typeof PeopleFile>;

/** Front matter of a file in `posts`, which has the name of the slug. */
export const PostMatter = z.object({
  title: text,
  excerpt: text,
  category: text,
  tags: z.array(text),
  /** Email address of a member of the team. */
  author: text,
  access: Choice("public", "members"),
  daysAgo: whole,
});

/** Front matter of a file in `pages`, which has the name of the path. */
export const PageMatter = z.object({ title: text });
