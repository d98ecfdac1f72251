import { and, eq, gt, lt, sql } from "drizzle-orm";
import { invitationDays, type MemberRole } from "#contract/companies.ts";
import type { Person } from "#contract/identity.ts";
import type { OwnData } from "#contract/own-data.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { storeCompanyEvent } from "./store.ts";
import { companies, companyInvitations, companyMembers } from "./tables.ts";

const inTime = gt(companyInvitations.expiresAt, sql`shop_now()`);

/** One for each e-mail: asked for again, it is the new one. */
export async function saveInvitation(
  tx: Queries,
  given: { companyId: string; email: string; role: MemberRole; invitedBy: string },
): Promise<string> {
  const expiresAt = sql`shop_now() + make_interval(days => ${invitationDays})`;
  const [row] = await tx
    .insert(companyInvitations)
    .values({ id: newId(), ...given, expiresAt })
    .onConflictDoUpdate({
      target: [companyInvitations.companyId, companyInvitations.email],
      set: { role: given.role, invitedBy: given.invitedBy, tokenHash: null, expiresAt },
    })
    .returning({ id: companyInvitations.id });
  if (!row) throw new Error("The invitation was not stored");
  await storeCompanyEvent(tx, "company.changed", given.companyId);
  return row.id;
}

export async function isMember(tx: Queries, companyId: string, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), sql`lower(${users.email}) = ${email}`));
  return rows.length > 0;
}

/** By its id, or by the token of its e-mail. */
export async function findInvitation(db: Queries, by: { id: string } | { tokenHash: Buffer }) {
  const { id, tokenHash, email, companyId, invitedBy } = companyInvitations;
  const [row] = await db
    .select({ email, company: companies.name, invitedBy: users.name })
    .from(companyInvitations)
    .innerJoin(companies, eq(companies.id, companyId))
    .leftJoin(users, eq(users.id, invitedBy))
    .where(and("id" in by ? eq(id, by.id) : eq(tokenHash, by.tokenHash), inTime));
  return row;
}

export async function setToken(db: Queries, id: string, tokenHash: Buffer): Promise<void> {
  await db.update(companyInvitations).set({ tokenHash }).where(eq(companyInvitations.id, id));
}

const isFor = (tokenHash: Buffer, email: string) =>
  and(
    eq(companyInvitations.tokenHash, tokenHash),
    eq(companyInvitations.email, email.toLowerCase()),
    inTime,
  );

export async function findInvitingCompany(tx: Queries, tokenHash: Buffer, email: string) {
  const [row] = await tx
    .select({ companyId: companyInvitations.companyId })
    .from(companyInvitations)
    .where(isFor(tokenHash, email));
  return row?.companyId;
}

/** The row goes, so that it is accepted once. */
export async function takeInvitation(tx: Queries, tokenHash: Buffer, email: string) {
  const [row] = await tx
    .delete(companyInvitations)
    .where(isFor(tokenHash, email))
    .returning({ companyId: companyInvitations.companyId, role: companyInvitations.role });
  return row;
}

/** To an address that is proven: another company's name is not told to who merely names it. */
export async function readOwnInvitations(
  db: Queries,
  { email, emailVerified }: Pick<Person, "email" | "emailVerified">,
): Promise<OwnData["invitations"]> {
  if (!emailVerified) return [];
  const { role, expiresAt } = companyInvitations;
  const rows = await db
    .select({ company: companies.name, role, until: expiresAt })
    .from(companyInvitations)
    .innerJoin(companies, eq(companies.id, companyInvitations.companyId))
    .where(and(eq(companyInvitations.email, email.toLowerCase()), inTime));
  return rows.map((row) => ({ ...row, until: row.until.toISOString() }));
}

/** An unproven e-mail may be another person's, who keeps the invitations to it. */
export async function deleteOwnInvitations(
  tx: Queries,
  { email, emailVerified }: Pick<Person, "email" | "emailVerified">,
): Promise<void> {
  if (!emailVerified) return;
  const deleted = await tx
    .delete(companyInvitations)
    .where(eq(companyInvitations.email, email.toLowerCase()))
    .returning({ companyId: companyInvitations.companyId });
  for (const { companyId } of deleted) await storeCompanyEvent(tx, "company.changed", companyId);
}

export async function deleteInvitation(
  tx: Queries,
  id: string,
  companyId: string,
): Promise<boolean> {
  const deleted = await tx
    .delete(companyInvitations)
    .where(and(eq(companyInvitations.id, id), eq(companyInvitations.companyId, companyId)))
    .returning({ id: companyInvitations.id });
  if (deleted.length > 0) await storeCompanyEvent(tx, "company.changed", companyId);
  return deleted.length > 0;
}

export async function deleteExpiredInvitations(db: Queries): Promise<void> {
  await db.delete(companyInvitations).where(lt(companyInvitations.expiresAt, sql`shop_now()`));
}
