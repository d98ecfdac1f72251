import { and, eq, gt, sql } from "drizzle-orm";
import type {
  CompanyDetails,
  CompanyIdentity,
  CompanyMember,
  MemberRole,
  OwnCompany,
} from "#contract/companies.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { creditRests } from "#contract/rules/account-credit.ts";
import { type Cents, formatCents, toDollars } from "#contract/rules/money.ts";
import { ordersOf } from "#contract/tags.ts";
import { users } from "#server/modules/customers/tables.ts";
import { recordCustomerAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { companies, companyInvitations, companyMembers } from "./tables.ts";

export type Company = typeof companies.$inferSelect;
type Terms = Pick<Company, "creditLimitCents" | "paymentDays">;
export type Membership = { companyId: string; role: MemberRole };

export async function findMembership(db: Queries, userId: string): Promise<Membership | undefined> {
  const { companyId, role } = companyMembers;
  const [row] = await db
    .select({ companyId, role })
    .from(companyMembers)
    .where(eq(companyMembers.userId, userId));
  return row;
}

export async function lockCompany(tx: Queries, id: string): Promise<Company | undefined> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for("update");
  return row;
}

/** The company is locked. Who gives it credit anew gives it to what it is called now. */
export async function saveTerms(
  tx: Queries,
  { id, creditLimitCents }: Pick<Company, "id" | "creditLimitCents">,
  terms: Terms,
): Promise<void> {
  await tx
    .update(companies)
    .set({ ...terms, ...(creditLimitCents === null && { approved: null }) })
    .where(eq(companies.id, id));
  await storeCompanyEvent(tx, "company.terms-set", id);
}

/** The company is locked. */
export async function savePriceGroup(
  tx: Queries,
  id: string,
  priceGroup: string | null,
): Promise<void> {
  await tx.update(companies).set({ priceGroup }).where(eq(companies.id, id));
  await storeCompanyEvent(tx, "company.price-group-set", id);
}

/** Its members see it, and admins in their list of companies and beside its orders. */
export async function storeCompanyEvent(
  tx: Queries,
  name: `company.${string}`,
  about: string,
): Promise<void> {
  const members = await tx
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(eq(companyMembers.companyId, about));
  const tags = ["orders", ...members.map(({ userId }) => ordersOf(userId))];
  await storeEvents(tx, [{ name, about, tags }]);
}

export async function lockMembership(tx: Queries, userId: string): Promise<Membership | undefined> {
  const known = await findMembership(tx, userId);
  if (!known) return undefined;
  await lockCompany(tx, known.companyId);
  const now = await findMembership(tx, userId);
  return now?.companyId === known.companyId ? now : undefined;
}

export async function readOwnMembership(db: Queries, userId: string) {
  const { role, since } = companyMembers;
  const { name, address, country, vatId } = companies;
  const [row] = await db
    .select({ name, address, country, vatId, role, since })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId));
  return row ? { ...row, since: row.since.toISOString() } : null;
}

export async function readOwnCompany(
  db: Queries,
  userId: string,
  groups: readonly { id: string; name: string }[],
): Promise<OwnCompany> {
  const own = await findMembership(db, userId);
  if (!own) return { company: null };
  const [company] = await db.select().from(companies).where(eq(companies.id, own.companyId));
  if (!company) throw new Error(`The company ${own.companyId} is gone`);
  const { id: _id, name, address, country, vatId } = company;
  const open = await sumOpen(db, own.companyId);
  return {
    company: {
      _id,
      name,
      address,
      country,
      vatId,
      role: own.role,
      credit: toCredit(company, open),
      prices: groups.find(({ id }) => id === company.priceGroup)?.name ?? null,
      members: await listMembers(db, own.companyId),
      invitations: own.role === "owner" ? await listInvitations(db, own.companyId) : [],
    },
  };
}

const toCredit = ({ creditLimitCents, paymentDays: days, approved }: Company, openCents: Cents) =>
  creditLimitCents === null || days === null
    ? null
    : {
        limit: toDollars(creditLimitCents),
        open: toDollars(openCents),
        days,
        ...(approved && { problem: creditRests }),
      };

/** Of a payment `p` on account. */
export const openOf = sql.raw("(p.captured_cents - p.refunding_cents - p.received_cents)");

export async function sumOpen(db: Queries, companyId: string): Promise<Cents> {
  const [row] = await queryRows<{ cents: string }>(
    db,
    sql`select coalesce(sum(${openOf}), 0) as cents
      from orders o join payments p on p.order_id = o.id and p.method = 'account'
      where o.company_id = ${companyId}`,
  );
  return Number(row?.cents);
}

async function listMembers(db: Queries, companyId: string): Promise<CompanyMember[]> {
  const rows = await db
    .select({
      _id: users.id,
      name: users.name,
      email: users.email,
      role: companyMembers.role,
      since: companyMembers.since,
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(companyMembers.since, users.id);
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}

async function listInvitations(db: Queries, companyId: string) {
  const { id: _id, email, role, expiresAt } = companyInvitations;
  const rows = await db
    .select({ _id, email, role, expiresAt })
    .from(companyInvitations)
    .where(and(eq(companyInvitations.companyId, companyId), gt(expiresAt, sql`shop_now()`)))
    .orderBy(email);
  return rows.map(({ expiresAt: until, ...row }) => ({ ...row, until: until.toISOString() }));
}

export async function addCompany(
  tx: Queries,
  userId: string,
  details: CompanyDetails,
): Promise<void> {
  const id = newId();
  await tx.insert(companies).values({ id, ...details });
  await addMember(tx, userId, { companyId: id, role: "owner" });
}

/** The company is locked. */
export async function saveDetails(
  tx: Queries,
  companyId: string,
  details: CompanyDetails,
): Promise<void> {
  const company = await lockCompany(tx, companyId);
  if (!company) throw new Error(`The company ${companyId} is gone`);
  const [before, after] = [identityOf(company), identityOf(details)];
  const known = company.approved ?? before;
  const approved = isSameCompany(known, after) ? null : known;
  const hasCredit = company.creditLimitCents !== null;
  await tx
    .update(companies)
    .set({ ...details, approved: hasCredit ? approved : null })
    .where(eq(companies.id, companyId));
  await storeCompanyEvent(tx, "company.changed", companyId);
  if (!hasCredit || isSameCompany(before, after)) return;
  await recordCustomerAction(tx, { action: "change-company", about: companyId, before, after });
}

export const identityOf = ({ name, country, vatId }: CompanyIdentity): CompanyIdentity => ({
  name,
  country,
  vatId,
});

export const isSameCompany = (one: CompanyIdentity, other: CompanyIdentity): boolean =>
  one.name === other.name && one.country === other.country && one.vatId === other.vatId;

/** The company is locked. */
export async function saveApproved(
  tx: Queries,
  id: string,
  approved: CompanyIdentity | null,
): Promise<void> {
  await tx.update(companies).set({ approved }).where(eq(companies.id, id));
  await storeCompanyEvent(tx, "company.confirmed", id);
}

export async function addMember(
  tx: Queries,
  userId: string,
  { companyId, role }: Membership,
): Promise<void> {
  await tx.insert(companyMembers).values({ userId, companyId, role });
  await storeCompanyEvent(tx, "company.changed", companyId);
}

export async function saveRole(
  tx: Queries,
  userId: string,
  { companyId, role }: Membership,
): Promise<boolean> {
  const changed = await tx
    .update(companyMembers)
    .set({ role })
    .where(and(eq(companyMembers.userId, userId), eq(companyMembers.companyId, companyId)))
    .returning({ id: companyMembers.userId });
  await storeCompanyEvent(tx, "company.changed", companyId);
  return changed.length > 0;
}

export async function deleteMember(
  tx: Queries,
  userId: string,
  companyId: string,
): Promise<boolean> {
  await storeCompanyEvent(tx, "company.changed", companyId);
  const removed = await tx
    .delete(companyMembers)
    .where(and(eq(companyMembers.userId, userId), eq(companyMembers.companyId, companyId)))
    .returning({ id: companyMembers.userId });
  return removed.length > 0;
}

export async function countMembers(tx: Queries, companyId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(companyMembers)
    .where(eq(companyMembers.companyId, companyId));
  return row?.count ?? 0;
}

/** The last owner does not leave what their company owes to others. The company is locked. */
export async function debtProblem(
  tx: Queries,
  userId: string,
): Promise<Refusal<"conflict"> | undefined> {
  const own = await lockMembership(tx, userId);
  if (own?.role !== "owner") return undefined;
  const owners = await tx
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(and(eq(companyMembers.companyId, own.companyId), eq(companyMembers.role, "owner")));
  const cents = owners.length > 1 ? 0 : await sumOpen(tx, own.companyId);
  return cents > 0 ? refuse("conflict", `${openDebts(cents)} ${howToLeave}`) : undefined;
}

const openDebts = (cents: Cents) =>
  `Your company has invoices of $${formatCents(cents)} open, and you are its last owner.`;
const howToLeave = "Please pay them first, or make somebody else in the company an owner.";

/** When an account passes to the owner of its mailbox, members that a stranger invited lose access. */
export async function partCompany(tx: Queries, userId: string): Promise<void> {
  const own = await lockMembership(tx, userId);
  if (!own) return;
  if ((await countMembers(tx, own.companyId)) > 1) await deleteMember(tx, userId, own.companyId);
  else {
    await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, own.companyId));
  }
}
