// Time-based one-time passwords (RFC 6238).
import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Queries } from "#server/platform/database/connect.ts";
import { authenticatorApps } from "../tables.ts";

const stepMs = 30_000;

type App = { userId: string; secret: Buffer };

/** False if one is in use. One that was begun before is replaced. */
export async function beginApp(db: Queries, { userId, secret }: App): Promise<boolean> {
  const begun = await db
    .insert(authenticatorApps)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: authenticatorApps.userId,
      set: { secret, createdAt: sql`now()` },
      setWhere: isNull(authenticatorApps.confirmedAt),
    })
    .returning({ userId: authenticatorApps.userId });
  return begun.length > 0;
}

export async function findAppSince(db: Queries, userId: string): Promise<Date | null> {
  const [app] = await db
    .select({ since: authenticatorApps.confirmedAt })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId));
  return app?.since ?? null;
}

export async function removeApp(db: Queries, userId: string): Promise<boolean> {
  const removed = await db
    .delete(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
    .returning({ userId: authenticatorApps.userId });
  return removed.length > 0;
}

export function confirmApp(db: Queries, userId: string, code: string): Promise<boolean> {
  return consumeCode(db, userId, code, isNull(authenticatorApps.confirmedAt));
}

/** True once for each code. */
export function consumeAppCode(db: Queries, userId: string, code: string): Promise<boolean> {
  return consumeCode(db, userId, code, isNotNull(authenticatorApps.confirmedAt));
}

async function consumeCode(
  db: Queries,
  userId: string,
  code: string,
  state: ReturnType<typeof isNull>,
): Promise<boolean> {
  const isOwn = and(eq(authenticatorApps.userId, userId), state);
  const [app] = await db.select().from(authenticatorApps).where(isOwn);
  const step = app && findStep(app, code);
  if (step === undefined) return false;
  const { lastStep } = authenticatorApps;
  const used = await db
    .update(authenticatorApps)
    .set({ lastStep: step, confirmedAt: sql`coalesce(${authenticatorApps.confirmedAt}, now())` })
    .where(and(isOwn, or(isNull(lastStep), lt(lastStep, step))))
    .returning({ userId: authenticatorApps.userId });
  return used.length > 0;
}

/** Clocks differ: the code before and the one after the present one count, too. */
function findStep({ secret }: Pick<App, "secret">, token: string): number | undefined {
  // otpauth throws on other characters that count as six.
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = toTotp(secret);
  const now = Date.now();
  const delta = totp.validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / stepMs) + delta;
}

function toTotp(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  const key = new Secret({ buffer: new Uint8Array(secret).buffer });
  return new TOTP({ ...names, secret: key, algorithm: "SHA1", digits: 6, period: stepMs / 1_000 });
}

export function describeSecret(secret: Buffer, names: { issuer: string; label: string }) {
  const totp = toTotp(secret, names);
  return { secret: totp.secret.base32, address: totp.toString() };
}
