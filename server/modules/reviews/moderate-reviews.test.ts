import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Review, ReviewEntry } from "#contract/reviews.ts";
import { aReview } from "#seed/builders.ts";
import { allModules } from "#server/modules.ts";
import { deleteExpired } from "#server/operations/cleanup/delete-expired.ts";
import { redateSettledReports, waitAgain } from "#tests/builders/review.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { addReviews } from "./store.ts";

const emptyShop = shareEmptyShop();

describe("admins and reviews", () => {
  const newest = async ({ get }: OpenShop) => (await get("/api/reviews?newest=5")).body as Review[];

  async function openReviewed() {
    const shop = await emptyShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    await addReviews(shop.shop.db, [aReview({ name: "Long ago" })]);
    await vera.send("POST", "/api/reviews", aReview({ name: "Somebody else", ratting: 1 }));
    return { shop, admin, vera };
  }

  it("list them newest first with their accounts, in pages", async () => {
    const { admin, vera } = await openReviewed();
    const all = [
      { ...aReview({ name: "Somebody else", ratting: 1 }), account: vera.email },
      { ...aReview({ name: "Long ago" }), account: null },
    ].map((review) => ({
      _id: expect.any(String),
      at: expect.any(String),
      ...review,
      boughtHere: false,
      hidden: false,
      waiting: false,
      reports: [],
      part: null,
      picture: "",
      isNew: true,
      isOthersName: false,
    }));
    const { status, body } = await admin.get("/api/allReviews");
    expect([status, body]).toEqual([200, all]);
    const [first, second] = body as Review[];
    expect((await admin.get("/api/allReviews?limit=1")).body).toEqual([first]);
    expect((await admin.get(`/api/allReviews?after=${first?._id}`)).body).toEqual([second]);
    expect((await admin.get(`/api/allReviews?after=${crypto.randomUUID()}`)).status).toBe(400);
    expect((await vera.get("/api/allReviews")).status).toBe(403);
    expect((await vera.get("/api/reviews")).body).not.toContainEqual(
      expect.objectContaining({ account: expect.anything() }),
    );
  });

  it("remove one from the next read on, which the audit log records", async () => {
    const { shop, admin, vera } = await openReviewed();
    const [, written] = await newest(shop);
    const path = `/api/reviews/${written?._id}`;
    expect((await vera.send("DELETE", path)).status).toBe(403);
    expect((await shop.send("DELETE", path)).status).toBe(401);
    expect(await newest(shop)).toHaveLength(2);
    expect(await admin.send("DELETE", path)).toEqual({ status: 200, body: { deletedCount: 1 } });
    expect(await newest(shop)).toMatchObject([{ name: "Long ago" }]);
    expect((await admin.send("DELETE", path)).status).toBe(404);
    expect((await admin.get("/api/audit")).body).toMatchObject([
      {
        action: "delete-review",
        about: written?._id,
        before: { ratting: 1, account: vera.user._id },
        after: null,
        thing: { kind: "person", name: vera.user.name },
      },
    ]);
  });

  it("do not stop the writer from writing again", async () => {
    const { shop, admin, vera } = await openReviewed();
    const [, written] = await newest(shop);
    await admin.send("DELETE", `/api/reviews/${written?._id}`);
    await vera.send("POST", "/api/reviews", aReview({ name: "Vera", ratting: 2 }));
    expect(await newest(shop)).toMatchObject([{ name: "Long ago" }, { name: "Vera" }]);
  });
});

describe("admins", () => {
  it("hide, answer, find and list reviews, and undo it", async () => {
    const shop = await emptyShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    await vera.send("POST", "/api/reviews", aReview({ name: "Mei Tan", ratting: 1 }));
    await vera.send("POST", "/api/reviews", aReview({ name: "Ada", ratting: 5 }));
    const find = async (query: string) => {
      const { body } = await admin.get(`/api/allReviews${query}`);
      return (body as ReviewEntry[]).map(({ name }) => name);
    };
    const [ada, mei] = (await admin.get("/api/allReviews")).body as ReviewEntry[];
    const edit = (entry: ReviewEntry | undefined, change: object) =>
      admin.send("PATCH", `/api/reviews/${entry?._id}`, change);
    expect((await edit(mei, { hidden: true })).body).toMatchObject({ hidden: true, answer: null });
    expect((await edit(ada, { answer: "Thank you." })).body).toMatchObject({ hidden: false });
    const shown = (await shop.get("/api/reviews")).body;
    expect(shown).toEqual([expect.objectContaining({ name: "Ada", answer: "Thank you." })]);
    expect(await find("")).toEqual(["Ada", "Mei Tan"]);
    expect(await find("?view=hidden")).toEqual(["Mei Tan"]);
    expect(await find("?view=unanswered")).toEqual(["Mei Tan"]);
    expect(await find("?q=thank+ada")).toEqual(["Ada"]);
    const [past, future] = [-1, 1].map((hours) =>
      new Date(Date.now() + hours * 3_600_000).toISOString(),
    );
    expect(await find(`?from=${past}&before=${future}`)).toEqual(["Ada", "Mei Tan"]);
    expect(await find(`?before=${past}`)).toEqual([]);
    expect(await find("?part=PW-1")).toEqual([]);
    expect(await find(`?q=${vera.email}&sort=ratting`)).toEqual(["Mei Tan", "Ada"]);
    expect(await find(`?limit=1&sort=ratting&after=${mei?._id}`)).toEqual(["Ada"]);
    const file = await (await admin.request("/api/allReviews/csv?view=low")).text();
    expect(file).toContain("Mei Tan");
    expect(file).not.toContain("Ada,");
    const [, hid] = (await admin.get("/api/audit")).body as AuditEntry[];
    expect((await admin.send("POST", `/api/undo/${hid?._id}`)).status).toBe(200);
    expect((await shop.get("/api/reviews")).body).toHaveLength(2);
    expect((await admin.send("POST", `/api/undo/${hid?._id}`)).status).toBe(409);
    expect((await edit(ada, { answer: " " })).status).toBe(400);
    expect((await vera.send("PATCH", `/api/reviews/${ada?._id}`, {})).status).toBe(403);
  });
});

it("an answer that another admin has given meanwhile is not overwritten unseen", async () => {
  const shop = await emptyShop();
  const [ada, bo] = [await signUpAdmin(shop), await signUpAdmin(shop)];
  const { insertedId: id } = (await bo.send("POST", "/api/reviews", aReview())).body as {
    insertedId: string;
  };
  const answer = (who: SignedIn, answer: string | null, expected?: string | null) =>
    who.send("PATCH", `/api/reviews/${id}`, { answer, expected });
  const { body } = await answer(ada, "We call you.", null);
  expect(body).toMatchObject({ answer: "We call you.", auditId: expect.any(String) });
  for (const late of ["Please write to us.", null]) {
    expect(await answer(bo, late, late === null ? "Sorry." : null)).toMatchObject({
      status: 409,
      body: { error: { code: "conflict", present: { answer: "We call you." } } },
    });
  }
  expect(await answer(bo, "We call you.", null)).toMatchObject({
    status: 200,
    body: { answer: "We call you.", auditId: null },
  });
  expect((await answer(bo, "Please write to us.", "We call you.")).status).toBe(200);
  const { auditId } = body as { auditId: string };
  expect((await ada.send("POST", `/api/undo/${auditId}`)).status).toBe(409);
  expect((await answer(ada, null)).body).toMatchObject({ answer: null });
});

describe("reports", () => {
  it("are taken once from a person and a network, listed, and settled by what an admin decides", async () => {
    const shop = await emptyShop();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const { insertedId: id } = (await vera.send("POST", "/api/reviews", aReview())).body as {
      insertedId: string;
    };
    const report = (who: Pick<OpenShop, "send">, body: object = { reason: "advert" }) =>
      who.send("POST", `/api/reviews/${id}/reports`, body);
    for (const who of [shop, shop, vera, vera]) {
      expect(await report(who)).toEqual({ status: 200, body: { reported: true } });
    }
    expect((await report(shop, { reason: "dull" })).status).toBe(400);
    const check = async () => (await admin.get("/api/allReviews?view=check")).body as ReviewEntry[];
    expect((await check())[0]?.reports).toMatchObject([{ reason: "advert" }, { reason: "advert" }]);
    const file = await admin.request(
      "/api/allReviews/csv?columns=reports,reasons,hidden,others-name",
    );
    const others = "Another account has this name";
    expect(await file.text()).toContain(
      `Reports,Reasons,Hidden,${others}\r\n2,It is an advertisement (2),no,no\r\n`,
    );
    expect((await admin.get("/api/overview")).body).toMatchObject({ toDo: { reviewsToCheck: 1 } });
    const kept = await admin.send("PATCH", `/api/reviews/${id}`, { reported: false });
    expect(kept.body).toMatchObject({ hidden: false, answer: null });
    expect(await check()).toEqual([]);
    await admin.send("PATCH", `/api/reviews/${id}`, { hidden: true });
    expect((await report(shop)).status).toBe(404);
  });

  it("of one review are kept up to a number, from however many networks they come", async () => {
    const shop = await openShop({ env: { PROXIES: "127.0.0.1" } });
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const { insertedId: id } = (await vera.send("POST", "/api/reviews", aReview())).body as {
      insertedId: string;
    };
    for (let network = 0; network < 55; network++) {
      const visitor = openVisitor(shop, { "x-forwarded-for": `198.51.${network}.1` });
      const sent = { reason: "other", note: "x".repeat(500) };
      expect((await visitor.send("POST", `/api/reviews/${id}/reports`, sent)).status).toBe(200);
    }
    const [entry] = (await admin.get("/api/allReviews?view=check")).body as ReviewEntry[];
    expect(entry?.reports).toHaveLength(50);
  });
});

describe("undoing what was decided of a review", () => {
  async function openModerated() {
    const shop = await emptyShop();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const add = async (name: string) => {
      const { body } = await vera.send("POST", "/api/reviews", aReview({ name }));
      return (body as { insertedId: string }).insertedId;
    };
    const [shown, waiting] = [await add("Shown"), await add("Waiting")];
    const sent = { reason: "advert", note: "Buy elsewhere" };
    for (const who of [shop, vera]) await who.send("POST", `/api/reviews/${shown}/reports`, sent);
    await waitAgain(shop.shop.db, waiting);
    const edit = async (id: string, change: object) =>
      (await admin.send("PATCH", `/api/reviews/${id}`, change)).body as { auditId: string };
    const undo = async (auditId: string) =>
      (await admin.send("POST", `/api/undo/${auditId}`)).status;
    const queue = async () => {
      const { body } = await admin.get("/api/allReviews?view=check");
      return (body as ReviewEntry[]).map((each) => [
        each._id,
        each.hidden,
        each.waiting,
        each.reports.map(({ note }) => note),
      ]);
    };
    const log = async () => (await admin.get("/api/audit")).body as AuditEntry[];
    return { shop, admin, shown, waiting, edit, undo, queue, log, before: await queue() };
  }

  it("a review that waited waits again, and its reports come back", async () => {
    const { shown, waiting, edit, undo, queue, log, before } = await openModerated();
    expect(before).toEqual([
      [waiting, true, true, []],
      [shown, false, false, ["Buy elsewhere", "Buy elsewhere"]],
    ]);
    for (const [id, change] of [
      [waiting, { hidden: false }],
      [waiting, { hidden: true }],
      [shown, { hidden: true }],
      [shown, { reported: false }],
    ] as const) {
      const { auditId } = await edit(id, change);
      expect(await queue()).toHaveLength(1);
      expect((await log()).find(({ _id }) => _id === auditId)?.undoable).toBe(true);
      expect(await undo(auditId)).toBe(200);
      expect(await queue()).toEqual(before);
      const [undone, entry] = await log();
      expect([undone?.undoable, entry?.undoable]).toEqual([true, false]);
      expect(await undo(auditId)).toBe(409);
      expect(await undo(undone?._id ?? "")).toBe(200);
      expect(await queue()).toHaveLength(1);
      expect(await undo((await log())[0]?._id ?? "")).toBe(200);
      expect(await queue()).toEqual(before);
    }
  });

  it("of many at once likewise", async () => {
    const { admin, shown, waiting, undo, queue, log, before } = await openModerated();
    for (const hidden of [true, false]) {
      const sent = { ids: [shown, waiting], hidden };
      const { body } = await admin.send("PATCH", "/api/reviews", sent);
      const { auditId } = body as { auditId: string };
      expect(await queue()).toHaveLength(1);
      expect((await log())[0]).toMatchObject({ _id: auditId, undoable: true });
      expect(await undo(auditId)).toBe(200);
      expect(await queue()).toEqual(before);
      expect((await log())[1]).toMatchObject({ _id: auditId, undoable: false });
      expect(await undo(auditId)).toBe(409);
    }
  });

  it("is not offered once the reports are no longer kept", async () => {
    const { shop, shown, edit, undo, log } = await openModerated();
    const { auditId } = await edit(shown, { reported: false });
    await redateSettledReports(shop.shop.db, timeAgo({ days: 91 }));
    await deleteExpired(shop.shop.db, allModules.expires);
    expect((await log())[0]).toMatchObject({ _id: auditId, undoable: false });
    expect(await undo(auditId)).toBe(409);
  });
});

it("many reviews are hidden and shown together, those of another state left out", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  await addReviews(
    shop.shop.db,
    ["Ada", "Bo", "Cleo"].map((name) => aReview({ name })),
  );
  const ids = ((await shop.get("/api/reviews")).body as Review[]).map(({ _id }) => _id);
  const [first = ""] = ids;
  await admin.send("PATCH", `/api/reviews/${first}`, { hidden: true });
  const edit = (hidden: boolean) => admin.send("PATCH", "/api/reviews", { ids, hidden });
  const { changed } = (await edit(true)).body as { changed: string[] };
  expect(changed.toSorted()).toEqual(ids.slice(1).toSorted());
  expect((await shop.get("/api/reviews")).body).toEqual([]);
  const shown = (await edit(false)).body as { changed: string[] };
  expect(shown.changed).toHaveLength(3);
  expect((await admin.get("/api/audit")).body).toMatchObject([
    { action: "edit-reviews", after: { hidden: false, reviews: 3 } },
    { action: "edit-reviews", after: { hidden: true, reviews: 2 } },
    { action: "edit-review" },
  ]);
});

it("a review waits until an admin shows it, where the shop looks first", async () => {
  const shop = await emptyShop();
  const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const sent = { section: "reviews", version: 0, value: { lookFirst: true } };
  expect((await admin.send("PUT", "/api/settings", sent)).status).toBe(200);
  const { body } = await vera.send("POST", "/api/reviews", aReview());
  expect(body).toMatchObject({ waiting: true });
  expect((await shop.get("/api/reviews")).body).toEqual([]);
  const [waiting] = (await admin.get("/api/allReviews?view=check")).body as ReviewEntry[];
  expect(waiting).toMatchObject({ waiting: true, hidden: true });
  const file = await admin.request("/api/allReviews/csv?columns=hidden");
  expect(await file.text()).toContain("Hidden\r\nWaits for you\r\n");
  await admin.send("PATCH", `/api/reviews/${waiting?._id}`, { hidden: false });
  expect((await shop.get("/api/reviews")).body).toHaveLength(1);
  expect((await admin.get("/api/allReviews?view=check")).body).toEqual([]);
});
