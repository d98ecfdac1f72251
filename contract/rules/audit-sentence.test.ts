import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditEntry, auditActionNames, auditActions } from "../audit.ts";
import { describeEntry, writeSentence } from "./audit-sentence.ts";

const drum = { kind: "part", name: "Brake Drum PW-1042", key: "1" } as const;

const anEntry = (entry: Partial<AuditEntry>): AuditEntry => ({
  _id: "1",
  at: "2026-11-23T15:40:00Z",
  who: "ada@example.com",
  by: "Ada",
  action: "edit-part",
  about: "1",
  thing: drum,
  before: null,
  after: null,
  address: "192.0.2.1",
  undoable: true,
  ...entry,
});
const write = (entry: Partial<AuditEntry>) => writeSentence(anEntry(entry));

describe("the sentence of an entry", () => {
  it("says who did what to which thing", () => {
    expect(
      [
        { action: "change-price", before: { price: 54.9 }, after: { price: 49.9 } },
        { before: { name: "Drum" }, after: { name: "Brake Drum" } },
        { before: { name: "a", type: null }, after: { name: "b", type: "brakes" } },
        {
          before: { type: "oil-filters", typeName: "Oil filters" },
          after: { type: "belts-and-chains", typeName: "Belts and chains" },
        },
        {
          action: "edit-parts",
          thing: null,
          parts: 2,
          after: { type: "brakes", typeName: "Brakes" },
        },
        {
          action: "set-price-groups",
          thing: null,
          after: { group: "workshops", groupName: "Workshops", people: 2 },
        },
        { action: "share-view", after: { name: "Today", list: "audit-log" } },
        {
          action: "delete-review",
          thing: { ...drum, kind: "person", name: "Vera" },
          before: { ratting: 2, part: "1", partName: "PW-1042 Brake Drum", account: "2" },
        },
        { before: { hidden: false }, after: { hidden: true } },
        {
          action: "change-stock",
          after: { change: 200, availablQuantity: 212, reason: "delivery" },
        },
        { action: "change-stock", after: { change: -1, availablQuantity: 2, reason: "damage" } },
        { action: "edit-parts", thing: null, after: { price: "+5 %" }, parts: 240 },
        {
          action: "refund-part",
          thing: { ...drum, name: "order 7" },
          after: { amount: 12, reason: "short" },
        },
        { action: "refund-order", thing: { ...drum, name: "order 8" } },
        { action: "make-admin", by: null, thing: { ...drum, name: "Vera" } },
        {
          action: "retry-job",
          by: null,
          who: "at the machine",
          address: "",
          after: { kind: "letter", title: "Send letters" },
        },
      ].map((entry) => write(entry as Partial<AuditEntry>)),
    ).toEqual([
      "Ada corrected the price of Brake Drum PW-1042 from $54.90 to $49.90",
      "Ada changed name of Brake Drum PW-1042 from “Drum” to “Brake Drum”",
      "Ada changed name and type of Brake Drum PW-1042",
      "Ada changed type of Brake Drum PW-1042 from “Oil filters” to “Belts and chains”",
      "Ada moved 2 products to “Brakes”",
      "Ada put 2 people into the group of customers “Workshops”",
      "Ada shared the view “Today” of the list “Audit Log”",
      "Ada deleted a review of PW-1042 Brake Drum with 2 of 5 stars by Vera",
      "Ada hid Brake Drum PW-1042",
      "Ada added 200 pieces to the stock of Brake Drum PW-1042 (delivery), now 212 can be ordered",
      "Ada took 1 piece from the stock of Brake Drum PW-1042 (damage), now 2 can be ordered",
      "Ada changed the price of 240 products by +5 %",
      "Ada refunded $12.00 of order 7 (something was missing)",
      "Ada cancelled order 8, which was paid, and requested its refund",
      "ada@example.com made Vera an admin",
      "Someone at the machine ran the failed job “Send letters” again",
    ]);
  });

  it("is kept when the thing is gone", () => {
    const gone = { thing: null, before: { name: "Brake Drum" } };
    expect(write({ ...gone, action: "delete-product" })).toBe("Ada deleted Brake Drum");
    expect(write({ thing: null, action: "cancel-order" })).toBe("Ada cancelled an order");
    expect(write({ thing: null, action: "make-admin" })).toBe(
      "Ada made someone whose account is gone an admin",
    );
  });

  it("of every action names the thing at its place, whatever changed", () => {
    const actions = fc.constantFrom(...auditActionNames);
    const values = fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: null });
    fc.assert(
      fc.property(actions, values, values, (action, before, after) => {
        const thing = { kind: auditActions[action].kind, name: "the thing", key: null };
        const told = describeEntry(anEntry({ action, thing, before, after }));
        expect(told.start).toMatch(/^Ada \S/);
        expect(["the thing", ""]).toContain(told.thing);
      }),
    );
  });
});
