// Numbers without gaps, whoever takes them at once and whatever is rolled back.
import { describe, expect, it, onTestFinished } from "vitest";
import { setTime } from "#seed/set-time.ts";
import { connect, type Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { createNumberSequence, takeFromSequence } from "#tests/builders/document.ts";
import { createDatabase } from "#tests/create-database.ts";
import { inOneYear } from "./issue-documents.ts";
import { type TakenNumber, takeNumber } from "./store.ts";

const atOnce = 16;
const rounds = 12;

async function open() {
  const { db, close } = connect(await createDatabase(), { most: atOnce });
  onTestFinished(close);
  return db;
}

/** Sixteen at once; of every third transaction nothing stays. */
async function takeMany<Taken>(
  db: Parameters<typeof inTransaction>[0],
  take: (tx: Queries, count: number) => Promise<Taken>,
): Promise<Taken[]> {
  const kept: Taken[] = [];
  let count = 0;
  const takeAll = async () => {
    for (let round = 0; round < rounds; round++) {
      const own = ++count;
      await inOneYear(() =>
        inTransaction(db, async (tx) => {
          const taken = await take(tx, own);
          if (own % 3 === 0) throw new RolledBack();
          return taken;
        }),
      ).then(
        (taken) => kept.push(taken),
        (error) => expect(error).toBeInstanceOf(RolledBack),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeAll));
  return kept;
}

class RolledBack extends Error {}

const isWithoutGaps = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other).every((number, at) => number === at + 1);

describe("numbers of documents", () => {
  it("have no gaps where a third of the transactions is rolled back", async () => {
    const db = await open();
    const taken = await takeMany(db, (tx) => takeNumber(tx, "INV", "UTC"));
    expect(taken).toHaveLength((atOnce * rounds * 2) / 3);
    expect(isWithoutGaps(taken.map(({ number }) => number))).toBe(true);
  });

  it("from a sequence have gaps, and the check says so", async () => {
    const db = await open();
    await createNumberSequence(db);
    const numbers = await takeMany(db, takeFromSequence);
    expect(isWithoutGaps(numbers)).toBe(false);
  });

  it("begin anew with the year, and their dates never go back", async () => {
    const db = await open();
    const takeAt = async (tx: Queries, time: string): Promise<TakenNumber> => {
      await setTime(tx, new Date(time), "transaction ends");
      return takeNumber(tx, "CRN", "UTC");
    };
    const oldYear = "2026-12-31T23:59:59Z";
    const first = await inTransaction(db, (tx) => takeAt(tx, oldYear));
    // Clocks of processes differ: some have the new year a second before the others.
    const others = await takeMany(db, (tx, count) =>
      takeAt(tx, count % 4 < count / 48 ? "2027-01-01T00:00:00Z" : oldYear),
    );
    const taken = [first, ...others];
    for (const [year, numbered] of Map.groupBy(taken, ({ year }) => year)) {
      expect(isWithoutGaps(numbered.map(({ number }) => number))).toBe(true);
      for (const { issuedOn } of numbered) expect(issuedOn.slice(0, 4)).toBe(`${year}`);
    }
    expect(new Set(taken.map(({ year }) => year))).toEqual(new Set([2026, 2027]));
  });
});
