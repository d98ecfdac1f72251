// Fills an empty shop with the demo: a catalogue, reviews and two accounts.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { SettingsSection } from "#contract/settings.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { addProfile } from "#server/modules/customers/store.ts";
import { hashPassword } from "#server/modules/identity/passwords.ts";
import { type ImageSizes, saveImage } from "#server/modules/media/image-store.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { addVersion } from "#server/modules/settings/store.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { aReview } from "./builders.ts";
import { addDemoParts } from "./catalogue/add-demo-parts.ts";
import { type DemoAccounts, demoNames, demoProfiles, makeDemoAccounts } from "./demo-accounts.ts";
import { demoSettings } from "./demo-settings.ts";
import { addDemoFit } from "./fit/add-demo-fit.ts";
import { addDemoRepairs } from "./fit/demo-repairs.ts";
import { isEmpty } from "./is-empty.ts";
import { reviews } from "./reviews.ts";
import { setTime } from "./set-time.ts";

const fillLock = 7_215_002;

/** Returns the address of the picture. */
type Keep = (sizes: ImageSizes) => Promise<string>;

/** In one transaction. Returns whether it did. */
export async function fillIfEmpty(
  { db, dedicated }: Connection,
  dataDir: string,
  keep: Keep = (sizes) => saveImage(dataDir, sizes),
): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const pictures = await keepPictures(keep);
  const lock = await dedicated();
  try {
    await lock.db.execute(sql`select pg_advisory_lock(${fillLock})`);
    if (!(await isEmpty(db))) return false;
    const accounts = await makeDemoAccounts(dataDir);
    const people = await Promise.all(roles.map((role) => personOf(role, accounts)));
    await inTransaction(db, async (tx) => {
      await setTime(tx, openedAt(), "transaction ends");
      for (const [section, value] of Object.entries(demoSettings(new Date()))) {
        await addVersion(tx, { section: section as SettingsSection, version: 1, value });
      }
      await addDemoParts(tx, pictures);
      await addDemoFit(tx);
      await addDemoRepairs(tx);
      await addReviews(tx, reviews.map(aReview));
      for (const person of people) {
        const id = (await addUser(tx, person)) ?? "";
        await addProfile(tx, id, { email: person.email, ...demoProfiles[person.role] });
      }
    });
    return true;
  } finally {
    await lock.close();
  }
}

/** Before the orders of the demo. */
const openedAt = () => new Date(Date.now() - 31 * 86_400_000);

const roles = ["admin", "customer"] as const;

async function personOf(role: (typeof roles)[number], accounts: DemoAccounts) {
  const { email, password } = accounts[role];
  const passwordHash = await hashPassword(password, { address: "127.0.0.1" });
  return { email, name: demoNames[role], role, passwordHash, isEmailVerified: true };
}

const folder = fileURLToPath(new URL("./pictures", import.meta.url));

/** The addresses by part; further views of `<slug>` are files `<slug>--<view>`. */
async function keepPictures(keep: Keep): Promise<Map<string, string[]>> {
  const files = (await readdir(folder)).sort();
  const names = files.flatMap((file) => /^(.*)-960\.webp$/.exec(file)?.[1] ?? []);
  const addresses = await Promise.all(names.map((name) => keepPicture(keep, name)));
  const pictures = names.map((name, at) => ({
    slug: name.split("--")[0],
    at: addresses[at] ?? "",
  }));
  const bySlug = Map.groupBy(pictures, ({ slug = "" }) => slug);
  return new Map([...bySlug].map(([slug, all]) => [slug, all.map(({ at }) => at)]));
}

async function keepPicture(keep: Keep, name: string): Promise<string> {
  const read = (width: number) => readFile(join(folder, `${name}-${width}.webp`));
  return keep({ 320: await read(320), 640: await read(640), 960: await read(960) });
}
