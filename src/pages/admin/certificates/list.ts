import type { FastifyInstance } from "fastify";
import { statusAt } from "#domain/learning/certificates/check-certificate.ts";
import { listCertificates } from "#domain/learning/certificates/operations.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { memberStatuses } from "#domain/people/members/member.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import {
  type CertificateFilter,
  certificateFilters,
  certificateList,
} from "../../views/admin/certificates/certificates.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { hrefOf } from "../parts/href-of.ts";
import { getPage } from "../parts/routes.ts";
import { creationAt } from "../derived/actions.ts";
import { adminSections } from "../sections.ts";
import { readSerial } from "#domain/learning/certificates/certificate.ts";

const { path } = adminSections.certificates;
const perPage = 20;

const maxSearchedStudents = 200;

/** GET /admin/certificates. */
export function listPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { status, cursor } = request.query;
    const filter = certificateFilters.find((name) => name === status) ?? "all";
    const search = typeof request.query.search === "string" ? request.query.search.trim().slice(0, 100) : "";
    const { data, nextCursor } = await read(context, { filter, search, cursor });
    return certificateList(adminPageOf(pageRequest, "certificates"), {
      certificates: data.map((certificate) => ({
        ...certificate,
        id: formatId("certificate", certificate.id),
        status: statusAt(certificate, context.now),
        studentHref: hrefOf(context, "member", certificate.studentId),
        courseHref: hrefOf(context, "course", certificate.courseId),
      })),
      filter,
      search,
      creation: creationAt(pageRequest, "/certificates"),
      pages: pagesOf(path, { status: filter, search }, nextCursor, cursor),
    });
  });
}

interface Narrowing {
  filter: CertificateFilter;
  search: string;
  cursor: string | undefined;
}

async function read(context: RequestContext, { filter, search, cursor }: Narrowing) {
  const narrowing = search === "" ? {} : await find(context, search);
  if (!narrowing) return { data: [], nextCursor: null };
  const { data, page } = await perform(listCertificates, context, {
    ...narrowing,
    ...(filter !== "all" && { status: [filter] }),
    limit: perPage,
    ...cursorIn(cursor),
  });
  return { data, nextCursor: page.nextCursor };
}

/** The certificate with this serial number, or those of the matching members. Undefined if no member matches. */
async function find(context: RequestContext, search: string): Promise<object | undefined> {
  if (/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/.test(readSerial(search))) return { serial: search };
  const { data } = await perform(listMembers, context, {
    q: search,
    limit: maxSearchedStudents,
    status: [...memberStatuses],
  });
  return data.length === 0 ? undefined : { studentId: data.map(({ id }) => formatId("member", id)) };
}
