import { describe, expect, it } from "vitest";
import { isInWithdrawalPeriod } from "./withdrawal-period.ts";
import { readGoods, writeGoods } from "./withdrawn-goods.ts";

const within = (arrived: string, stated: string) =>
  isInWithdrawalPeriod({
    arrivedAt: new Date(arrived),
    statedAt: new Date(stated),
    days: 14,
    timeZone: "Europe/Berlin",
  });

describe("the period of withdrawal", () => {
  it("counts days of the works from the day after arrival to the end of the last", () => {
    expect(within("2026-11-10T08:00:00Z", "2026-11-24T22:59:00Z")).toBe(true);
    expect(within("2026-11-10T08:00:00Z", "2026-11-24T23:00:00Z")).toBe(false);
  });

  it("ends on the Monday after a Saturday or a Sunday", () => {
    expect(within("2026-11-07T08:00:00Z", "2026-11-23T22:00:00Z")).toBe(true);
    expect(within("2026-11-07T08:00:00Z", "2026-11-24T08:00:00Z")).toBe(false);
  });
});

describe("the goods of a statement", () => {
  const disc = { name: "Disc  22 mm", partNumber: "PW-1" };
  const pads = { name: "Pads", partNumber: "" };

  it("are read as they were written", () => {
    const goods = writeGoods([
      { ...disc, quantity: 2 },
      { ...pads, quantity: 1 },
    ]);
    expect(goods).toBe("2 × Disc 22 mm (PW-1)\n1 × Pads");
    expect(readGoods(goods, [disc, pads])).toEqual([
      { line: disc, quantity: 2 },
      { line: pads, quantity: 1 },
    ]);
  });

  it.each(["2 x PW-1\n1 pads", "2 pw-1\n1× Pads", "2 * Disc 22 mm\n1 × Pads"])(
    "are read as people write them: %j",
    (goods) =>
      expect(readGoods(goods, [disc, pads])).toEqual([
        { line: disc, quantity: 2 },
        { line: pads, quantity: 1 },
      ]),
  );

  it.each(["both discs", "0 × Pads", "1 × Pads\n1 × Pads", "1 × Pads\nand the disc"])(
    "are for a person where they say %j",
    (goods) => expect(readGoods(goods, [disc, pads])).toBeUndefined(),
  );

  it("are for a person where two lines have one name", () =>
    expect(readGoods("1 × Pads", [pads, { ...pads }])).toBeUndefined());
});
