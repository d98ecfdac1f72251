// Row 11: a letter is sent at least once, and again only if the process died before that was recorded.
import { describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { signUp } from "#tests/people.ts";
import { control, full, report } from "./report.ts";
import { type Options, startShop } from "./start-shop.ts";

const rounds = full ? 20 : 1;
const patient = { timeout: 60_000 };

/** Killed when the mail server is in this mood towards a letter; then all is well again. */
async function killWhile(mood: MailServer["mood"], options: Options = {}): Promise<string[]> {
  const mail = await startMailServer();
  const shop = await startShop({
    env: { SMTP_URL: mail.url, MAIL_FROM: "shop@shop.example" },
    ...options,
  });
  const { database } = shop;
  mail.mood = mood;
  await signUp(shop);
  await expect.poll(() => mail.connections, patient).toBe(1);
  if (mood === "holding") await expect.poll(() => mail.deliveries, patient).toHaveLength(1);
  await shop.kill();
  await mail.down();
  mail.mood = "willing";
  await mail.up();
  // Nobody waits for the end of the lease.
  await database.query("update jobs set run_at = now() where kind = 'letter'");
  await shop.start();
  const left = () => database.query("select from jobs where kind = 'letter'");
  await expect.poll(left, patient).toEqual([]);
  await shop.stop();
  return mail.deliveries.map(({ text }) => /^Message-ID: (\S+)/im.exec(text)?.[1] ?? "");
}

describe("row 11: a process is killed while it sends a letter", () => {
  it("and the letter is sent, with the same id if it was sent before", async () => {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const once = await killWhile("silent");
      const twice = await killWhile("holding");
      const isSame = twice.length === 2 && new Set(twice).size === 1;
      if (once.length !== 1 || !isSame) wrong.push(`${once.length} and ${twice.join(" ")}`);
    }
    report({
      check: "a process is killed before and after the mail server has taken a letter",
      target: "none lost; one that is repeated has the same Message-ID",
      figure: `${2 * rounds} kills`,
      faults: wrong,
    });
  });

  control("and a shop that records the letter before it is sent loses it", async () => {
    expect(await killWhile("silent", { faults: ["recordLetterFirst"] })).toEqual([]);
  });
});
