import { and, eq, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { maxPage } from "#contract/fields.ts";
import type { ReviewEntry, ReviewFilters, ReviewSort, ReviewView } from "#contract/reviews.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { contains, isIndexed, listFound, toWords } from "#server/platform/database/list-found.ts";
import { isNew } from "./count-new-reviews.ts";
import { toReview } from "./store.ts";
import { reviewReports, reviews } from "./tables.ts";

type Page = { limit?: number | undefined; after?: string | undefined };

export async function listReviewEntries(
  db: Queries,
  filterPicture: PictureFilter,
  { q, sort = "at-down", limit = maxPage, after, ...filters }: ReviewFilters & Page,
): Promise<ReviewEntry[]> {
  const column = sort.startsWith("at") ? reviews.position : reviews.ratting;
  const isDown = isDescending(sort);
  const direction = isDown ? sql`desc` : sql`asc`;
  const follows = sql`(${column}, ${reviews.position}) ${isDown ? sql`<` : sql`>`}
    (select ${column}, ${reviews.position} from reviews where id = ${after})`;
  const matches = and(toCondition(filters), after ? follows : undefined);
  const order = sql`${column} ${direction}, ${reviews.position} ${direction}`;
  const list = (db: Queries, has?: SQL) =>
    db
      .select({
        review: reviews,
        account: users.email,
        part: reviewedPart,
        reports,
        isNew: sql<boolean>`${isNew}`,
        isOthersName: sql<boolean>`exists (select from ${users} other
          where lower(other.name) = lower(${reviews.name}) and other.id is distinct from ${reviews.userId})`,
      })
      .from(reviews)
      .leftJoin(users, eq(users.id, reviews.userId))
      .where(and(matches, has))
      .orderBy(order)
      .limit(limit);
  const rows = q
    ? await listFound(db, { from: sql`reviews`, matches, order, limit, list }, findBy(q))
    : await list(db);
  return rows.map(({ review, account, part, reports, isNew, isOthersName }) => ({
    ...toReview(review, filterPicture),
    hidden: review.hiddenAt !== null,
    waiting: review.waiting,
    isNew,
    isOthersName,
    reports: reports.map(({ at, ...report }) => ({ ...report, at: new Date(at).toISOString() })),
    account,
    picture: filterPicture(review.picture),
    part,
  }));
}

const isDescending = (sort: ReviewSort) => sort.endsWith("-down");

const reviewedPart = sql<ReviewEntry["part"]>`(select json_build_object('_id', p.id,
  'number', p.number, 'name', p.name) from parts p where p.id = ${reviews.partId})`;

const reports = sql<ReviewEntry["reports"]>`coalesce((select json_agg(json_build_object(
    'reason', r.reason, 'note', r.note, 'at', r.created_at) order by r.created_at desc)
  from ${reviewReports} r where r.review_id = ${reviews.id}), '[]')`;

const lowRatting = 2;

const inView: Record<ReviewView, SQL | undefined> = {
  check: sql`${reviews.id} in (select w.id from reviews w where w.waiting
    union all select r.review_id from ${reviewReports} r)`,
  new: isNew,
  shown: isNull(reviews.hiddenAt),
  hidden: isNotNull(reviews.hiddenAt),
  unanswered: isNull(reviews.answer),
  low: lte(reviews.ratting, lowRatting),
};

function toCondition({ view, part, from, before }: Omit<ReviewFilters, "q" | "sort">) {
  return and(
    view && inView[view],
    part
      ? sql`${reviews.partId} in (select p.id from parts p where upper(p.number) = upper(${part}))`
      : undefined,
    from === undefined ? undefined : gte(reviews.createdAt, new Date(from)),
    before === undefined ? undefined : lt(reviews.createdAt, new Date(before)),
  );
}

/** The id as well, to which the audit log leads. */
function findBy(q: string) {
  const isId = z.uuid().safeParse(q.trim()).success ? eq(reviews.id, q.trim()) : undefined;
  const haveAll = (words: string[]) => and(...words.map((word) => contains(reviews.words, word)));
  const words = toWords(q);
  const indexed = words.filter(isIndexed);
  return {
    has: or(isId, haveAll(words)) ?? sql`true`,
    byIndex: indexed.length > 0 ? or(isId, haveAll(indexed)) : undefined,
  };
}
