import type { BulkChange, BulkPreview } from "#contract/bulk-edits.ts";
import { connect } from "#server/platform/database/connect.ts";
import { fillCatalogue, typeSlug } from "../fill-catalogue.ts";
import type { FigureSheet } from "../row.ts";
import { openFilled } from "../servers.ts";
import { addSessionCookie, addUser } from "../users.ts";
import { watchVisitor } from "../watch-visitor.ts";

/** A twentieth is of the group that is changed. */
const parts = Number(process.env.BENCH_PARTS ?? 200_000);
const mostSeconds = 10;

const changes: Record<string, BulkChange> = {
  price: { price: { by: "percent", value: 5, roundTo: "1" } },
  type: { type: typeSlug(1) },
  hide: { hidden: true },
};

/** 10,000 parts at once; a visitor asks for a page meanwhile. */
export async function bulkEdit(): Promise<FigureSheet[]> {
  const shop = await openFilled((url) => fillCatalogue(url, parts), process.env.BENCH_FOLDER);
  const connection = connect(shop.databaseUrl, { most: 1 });
  const admin = await addUser(connection, `ada.${Date.now()}@example.org`, "admin");
  const cookie = await addSessionCookie(shop, connection, admin.id);
  await connection.close();
  const send = async <Reply>(path: string, body: object): Promise<Reply> => {
    const response = await fetch(`${shop.url}/api${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json() as Promise<Reply>;
  };
  const processorSeconds = async () =>
    (await shop.processorSeconds()) + (await shop.databaseSeconds());
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  const timed = async <Result>(what: string, act: () => Promise<Result>): Promise<Result> => {
    const [began, spent] = [performance.now(), await processorSeconds()];
    const result = await act();
    figures[`${what}, processor s`] = Number(((await processorSeconds()) - spent).toFixed(1));
    const seconds = (performance.now() - began) / 1_000;
    figures[`${what} s`] = Number(seconds.toFixed(1));
    if (seconds > mostSeconds) missed.push(`${what} took ${seconds.toFixed(0)} s`);
    return result;
  };
  for (const [what, change] of Object.entries(changes)) {
    const visitor = watchVisitor(shop.url);
    const request = { select: { type: "brake" }, change };
    const { editId, batches, changing } = await timed(`${what}: preview`, () =>
      send<BulkPreview>("/bulk-edits/preview", request),
    );
    figures[`${what}: parts`] = changing;
    await timed(`${what}: apply`, async () => {
      for (const batch of batches) await send("/bulk-edits", { ...batch, editId, change });
    });
    await timed(`${what}: undo`, async () => {
      while ((await send<{ left: number }>(`/undo/${editId}`, {})).left > 0);
    });
    figures[`${what}: a visitor's page, p99 ms`] = await visitor.stop();
  }
  await shop.stop();
  return [{ what: "change of 10,000 parts at once", figures, missed }];
}
