import type { BulkPreview } from "#contract/bulk-edits.ts";
import type { Call } from "#contract/call.ts";
import type { MissedSearch } from "#contract/missed-searches.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import type { PartTypeRecord } from "#contract/part-types.ts";
import { aReview } from "#seed/builders.ts";
import { applyImport, checkFile } from "#tests/imports.ts";
import { addPart, placeAndPay } from "../orders.ts";
import type { IdMakers, ProofShop } from "./proof-shop.ts";

export const catalogIds = (at: ProofShop): IdMakers => ({
  "/parts/:id": async () => (await addPart(at.shop)).id,
  "/undo/:auditId": () => addPriceChange(at),
  "/missed-searches/:id": () => addMissedSearch(at),
  "/saved-views/:id": () => addSavedView(at),
});

async function addPriceChange({ shop, session, newest }: ProofShop): Promise<string> {
  const { id } = await addPart(shop);
  await session.send("PATCH", `/api/parts/${id}`, { price: 9.5 });
  return (await newest("audit_log", "id")) ?? "";
}

export async function addPartType({ session }: ProofShop): Promise<string> {
  const name = `Type ${crypto.randomUUID()}`;
  const { body } = await session.send("POST", "/api/part-types", { name });
  return (body as PartTypeRecord).slug;
}

async function addMissedSearch({ session }: ProofShop): Promise<string> {
  await session.get(`/api/search?q=${crypto.randomUUID().replaceAll("-", " ")}`);
  const { body } = await session.get("/api/missed-searches?sort=last-down&limit=1");
  return (body as MissedSearch[])[0]?._id ?? "";
}

async function addSavedView({ session }: ProofShop): Promise<string> {
  const sent = { list: "orders", name: crypto.randomUUID() };
  const { body } = await session.send("POST", "/api/saved-views", sent);
  return (body as { _id: string })._id;
}

export async function addImport({ shop, session }: ProofShop, { path }: Call): Promise<string> {
  const { id } = await addPart(shop);
  const { number } = (await session.get(`/api/parts/${id}/record`)).body as PartRecord;
  const checked = await checkFile(session, "prices", `part,price\n${number},9.50\n`);
  if (path.endsWith("/undo")) await applyImport(session, checked);
  return checked._id;
}

/** What was shown before many parts are changed. */
export async function previewOf({ shop, session }: ProofShop, { path }: Call) {
  if (path !== "/bulk-edits") return {};
  const { id } = await addPart(shop);
  const [ids, change] = [[id], { hidden: true }];
  const request = { select: { ids }, change };
  const { body: preview } = await session.send("POST", "/api/bulk-edits/preview", request);
  const { editId, batches } = preview as BulkPreview;
  return { editId, ids, change, seen: batches[0]?.seen };
}

export async function addReview({ session, newest }: ProofShop): Promise<string | undefined> {
  // The same text again would be the same review.
  const review = aReview({ description: crypto.randomUUID() });
  await session.send("POST", "/api/reviews", review);
  return newest("reviews", "position");
}

/** A review of the shop; or a part that the admin has bought, and has reviewed where the call removes that. */
export async function reviewFor(at: ProofShop, call: Call): Promise<{ id: string }> {
  if (call.path.startsWith("/reviews/:id")) return { id: (await addReview(at)) ?? "" };
  const { shop, session, part } = at;
  await placeAndPay(shop, session, part);
  const review = { name: "Ada", ratting: 5, description: "Fits.", picture: "" };
  if (call.method === "DELETE") {
    await session.send("PUT", `/api/parts/${part.id}/own-review`, review);
  }
  return { id: part.id };
}
