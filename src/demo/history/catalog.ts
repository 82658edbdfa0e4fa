import type { SiteScope } from "#domain/platform/context.ts";
import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";

/** The planted catalog, as the history of the demo needs it. */
export interface Catalog {
  courses: CourseFacts[];
  pricings: PricingFacts[];
  tickets: TicketFacts[];
  products: { id: string; name: string; slug: string; amount: number | null }[];
  services: {
    id: string;
    lecturerIds: string[];
    minutes: number;
    sessions: number;
    days: { day: string; from: string }[];
  }[];
  coupons: Map<string, { id: string; percent: number | null; amount: number | null; expiresAt: Date | null }>;
}

export interface CourseFacts {
  id: string;
  slug: string;
  name: string;
  courseType: string;
  lectures: LectureFacts[];
  plans: { id: string; name: string; planType: string; amount: number; days: number | null }[];
}

export interface LectureFacts {
  id: string;
  courseId: string;
  kind: string;
  durationSeconds: number;
  questions: Question[] | null;
  maxScore: number | null;
}

export interface PricingFacts {
  id: string;
  planId: string;
  planName: string;
  amount: number;
  interval: "month" | "year" | null;
}

export interface TicketFacts {
  id: string;
  eventId: string;
  slug: string;
  name: string;
  amount: number | null;
  startsAt: Date;
  publishedAt: Date;
  capacity: number | null;
}

export async function readCatalog({ db, site }: SiteScope): Promise<Catalog> {
  const courses = await db.many<Omit<CourseFacts, "lectures" | "plans">>`
    select id, slug, name, course_type from courses where site_id = ${site.id} order by position`;
  const lectures = await db.many<LectureFacts>`
    select lectures.id, lectures.course_id, lectures.kind, coalesce(lectures.duration_seconds, 120) as duration_seconds,
           quizzes.questions, assignments.max_score
      from lectures
      join sections on sections.site_id = ${site.id} and sections.id = lectures.section_id
      left join quizzes on quizzes.site_id = ${site.id} and quizzes.lecture_id = lectures.id
      left join assignments on assignments.site_id = ${site.id} and assignments.lecture_id = lectures.id
     where lectures.site_id = ${site.id}
     order by sections.position, lectures.position`;
  const plans = await db.many<CourseFacts["plans"][number] & { courseId: string }>`
    select id, course_id, name, plan_type, price_amount as amount, (access ->> 'days')::integer as days
      from course_plans where site_id = ${site.id} order by position`;
  const coupons = await db.many<{
    code: string;
    id: string;
    percent: number | null;
    amount: number | null;
    expiresAt: Date | null;
  }>`
    select code, id, discount_percent as percent, discount_amount as amount, expires_at
      from coupons where site_id = ${site.id}`;
  const lecturesOf = Map.groupBy(lectures, ({ courseId }) => courseId);
  const plansOf = Map.groupBy(plans, ({ courseId }) => courseId);
  return {
    courses: courses.map((course) => ({
      ...course,
      lectures: lecturesOf.get(course.id) ?? [],
      plans: plansOf.get(course.id) ?? [],
    })),
    pricings: await db.many<PricingFacts>`
      select membership_pricings.id, plan_id, membership_plans.name as plan_name, price_amount as amount, interval
        from membership_pricings
        join membership_plans on membership_plans.site_id = ${site.id} and membership_plans.id = plan_id
       where membership_pricings.site_id = ${site.id} order by price_amount`,
    tickets: await db.many<TicketFacts>`
      select event_tickets.id, event_id, slug, event_tickets.name, price_amount as amount, starts_at, published_at,
             events.capacity
        from event_tickets
        join events on events.site_id = ${site.id} and events.id = event_id
       where event_tickets.site_id = ${site.id} order by starts_at, event_tickets.position`,
    products: await db.many<Catalog["products"][number]>`
      select id, name, slug, price_amount as amount from digital_products where site_id = ${site.id} order by slug`,
    services: await db.many<Catalog["services"][number]>`
      select id, duration_minutes as minutes, sessions_included as sessions,
             availability -> 'weekly' as days,
             array(select lecturer_id from consulting_service_lecturers
                    where consulting_service_lecturers.site_id = ${site.id}
                      and service_id = consulting_services.id) as lecturer_ids
        from consulting_services where site_id = ${site.id} order by slug`,
    coupons: new Map(coupons.map(({ code, ...coupon }) => [code, coupon])),
  };
}
