import { expect, it } from "vitest";
import type { Queries } from "#server/platform/database/connect.ts";
import { changeDocuments, issueDocumentsOf, removeDocuments } from "#tests/builders/document.ts";
import { changeRefunds } from "#tests/builders/payment.ts";
import { saveTables, withoutTriggers } from "#tests/builders/table.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OrderHistory, shareOrderHistory } from "#tests/order-history.ts";
import { reconcile } from "./reconcile.ts";

type Harm = (tx: Queries, history: OrderHistory) => Promise<unknown>;

const shared = shareOrderHistory();
let restore: (() => Promise<unknown>) | undefined;

it.each<[says: RegExp, harm: Harm]>([
  [
    /^Credit note CRN-\d+-00001 is over \$[\d.]+, but its refund is over \$[\d.]+\.$/,
    (tx, { refunded }) => changeDocuments(tx, refunded, "CRN", { totalCents: 123 }),
  ],
  [
    /^Credit note CRN-\d+-00001 is over \$[\d.]+, but its refund failed\.$/,
    (tx, { refunded }) => changeRefunds(tx, refunded, { status: "failed" }),
  ],
  [
    /^The last number given in CRN-\d+ is 1, but no document has a number from 1 on\.$/,
    (tx, { refunded }) => removeDocuments(tx, refunded, "CRN"),
  ],
])("a fault of documents is told as %s", async (says, harm) => {
  expectWarning(/Reconciliation found a difference/);
  const history = await shared();
  const { shop } = history.shop;
  restore ??= await saveTables(shop);
  await issueDocumentsOf(history.shop, history.refunded);
  await withoutTriggers(shop.db, (tx) => harm(tx, history));
  const expected = [expect.objectContaining({ says: expect.stringMatching(says) })];
  for (const full of [false, true]) {
    const { differences } = await reconcile(shop, { full, graceSeconds: 0 });
    expect(differences.filter(({ kind }) => /^(credit-note|document)-/.test(kind))).toEqual(
      expected,
    );
  }
  await restore();
});
