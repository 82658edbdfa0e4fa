import type { Member } from "#domain/people/members/member.ts";
import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import type { Notice } from "../../../admin/derived/after-write.ts";
import type { SuppressedView } from "../settings/suppressed-addresses.ts";
import type { Panel } from "../derived/detail-page.ts";
import type { PendingMerge } from "./member-merge.ts";

type Text = Catalogue["admin"]["members"];

export type MemberNotice = keyof Text["notice"] | Notice;
export type MemberProblem = keyof Text["problem"];

/** With the encoded id: `mbr_…`. */
export type MemberView = Pick<Member, "id" | "email" | "name" | "roles" | "status" | "joinedAt" | "lastSignInAt">;

export type MemberPage = {
  member: MemberView & { emailVerified: boolean };
  enrollments: readonly {
    id: string;
    courseId: string;
    course: string;
    status: keyof Text["enrollmentStatuses"];
    progress: { completedLectures: number; totalLectures: number };
    expiresAt: Date | null;
  }[];
  subscriptions: readonly {
    id: string;
    plan: string;
    status: keyof Text["subscriptionStatuses"];
    endsAt: Date | null;
  }[];
  orders: readonly {
    id: string;
    number: string;
    status: keyof Text["orderStatuses"];
    total: { amount: number; currency: string };
    placedAt: Date;
  }[];
  activity: readonly { kind: keyof Text["activities"]; at: Date; course: { id: string; name: string } | undefined }[];
  agreements: readonly AgreementView[];
  /** Suppressions of the address, with encoded IDs. */
  suppressed: readonly SuppressedView[];
  merges: readonly PendingMerge[];
  /** Second factors that the caller may remove, with the target of the form. */
  factors: { hasApp: boolean; passkeys: number; remove: string } | undefined;
  /** Forms that the caller may open, filled with this member. */
  links: {
    /** The form that shows the school as to the member. */
    view: string | undefined;
    write: string | undefined;
    enroll: string | undefined;
    subscribe: string | undefined;
    extend: boolean;
  };
  /** Links to further forms. */
  actions: readonly { act: string; label: string; href: string }[];
  /** Lists without a place of their own on the page, such as notes. */
  panels: readonly Panel[];
  /** The result of an action of the page, or of a derived form that leads back to it. */
  notice: MemberNotice | Notice | undefined;
  problem: MemberProblem | undefined;
};
