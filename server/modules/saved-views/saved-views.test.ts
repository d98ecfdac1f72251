import { describe, expect, it } from "vitest";
import { maxViews, type SavedView } from "#contract/saved-views.ts";
import { shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const share = shareShop();

const newName = () => `View ${crypto.randomUUID().slice(0, 8)}`;
const aView = (view: object = {}) => ({
  list: "orders",
  name: newName(),
  params: { view: "to-ship" },
  columns: ["Email"],
  ...view,
});
const save = async (admin: SignedIn, view: object) =>
  (await admin.send("POST", "/api/saved-views", view)).body as SavedView;
const list = async (admin: SignedIn, of = "orders") =>
  (await admin.get(`/api/saved-views?list=${of}`)).body as SavedView[];
const remove = async (admin: SignedIn, { _id }: SavedView) =>
  (await admin.send("DELETE", `/api/saved-views/${_id}`)).status;
const giveRole = (owner: SignedIn, { user }: SignedIn, role: string) =>
  owner.send("PUT", `/api/people/${user._id}/role`, { role, expected: null });

describe("saved views", () => {
  it("are one's own, or shared with all admins, and replaced by their name", async () => {
    const shop = await share();
    const [ada, eve] = [await signUpAdmin(shop), await signUpAdmin(shop)];
    const own = await save(ada, aView());
    const shared = await save(ada, aView({ isShared: true }));
    expect(own).toMatchObject({ params: { view: "to-ship" }, columns: ["Email"], isOwn: true });
    expect((await list(ada)).map(({ _id }) => _id)).toContain(own._id);
    expect((await list(eve)).filter(({ by }) => by !== "")).toContainEqual({
      ...shared,
      isOwn: false,
      by: ada.user.name,
    });
    expect((await list(eve)).map(({ _id }) => _id)).not.toContain(own._id);
    expect(await list(ada, "people")).toEqual([]);
    const again = await save(ada, aView({ name: own.name, params: { q: "Vera" } }));
    expect(again._id).toBe(own._id);
    expect((await list(ada)).find(({ _id }) => _id === own._id)?.params).toEqual({ q: "Vera" });
    expect((await ada.get("/api/own-data")).body).toMatchObject({
      savedViews: [{ name: own.name, params: { q: "Vera" } }, { name: shared.name }],
    });
    const log = (await ada.get("/api/audit?action=share-view")).body;
    expect(log).toMatchObject([{ after: { name: shared.name, list: "orders" } }]);
  });

  it("that are shared no longer leave that in the audit log, those of one's own nothing", async () => {
    const admin = await signUpAdmin(await share());
    const shared = await save(admin, aView({ isShared: true }));
    for (const isShared of [false, false])
      await save(admin, aView({ name: shared.name, isShared }));
    expect((await admin.get(`/api/audit?q=${shared.name}`)).body).toMatchObject([
      { action: "unshare-view", after: { name: shared.name, list: "orders" } },
      { action: "share-view" },
    ]);
  });

  it("are removed by their author; what others share, by owners only", async () => {
    const shop = await share();
    const [owner, clerk, reader] = [
      await signUpAdmin(shop),
      await signUp(shop),
      await signUp(shop),
    ];
    await giveRole(owner, clerk, "orders");
    await giveRole(owner, reader, "read-only");
    const [own, shared] = [
      await save(owner, aView()),
      await save(owner, aView({ isShared: true })),
    ];
    expect(await remove(clerk, own)).toBe(404);
    expect(await remove(clerk, shared)).toBe(403);
    const clerks = await save(clerk, aView({ isShared: true }));
    expect(await remove(owner, clerks)).toBe(200);
    expect(await remove(owner, clerks)).toBe(404);
    expect((await list(reader)).map(({ _id }) => _id)).toContain(shared._id);
    expect((await reader.send("POST", "/api/saved-views", aView())).status).toBe(403);
    expect((await (await signUp(shop)).get("/api/saved-views?list=orders")).status).toBe(403);
  });

  it("that are shared stay when the account of their author is deleted, those of one's own go", async () => {
    const shop = await share();
    const [owner, left, erased] = [
      await signUpAdmin(shop),
      await signUpAdmin(shop),
      await signUpAdmin(shop),
    ];
    const name = newName();
    const own = await save(left, aView());
    const shared = await save(left, aView({ name, isShared: true }));
    const sameName = await save(erased, aView({ name, isShared: true }));
    const { email, password } = left;
    await left.send("POST", "/api/own-data/delete", { email, password });
    await owner.send("POST", `/api/people/${erased.user._id}/erase`, { email: erased.email });
    const ids = (await list(owner)).map(({ _id }) => _id);
    expect(ids).not.toContain(own._id);
    for (const view of [shared, sameName])
      expect(await list(owner)).toContainEqual({ ...view, isOwn: false, by: "" });
    expect(await remove(owner, shared)).toBe(200);
  });

  it("are bounded, and of lists that there are", async () => {
    const shop = await share();
    const admin = await signUpAdmin(shop);
    const send = async (view: object) =>
      (await admin.send("POST", "/api/saved-views", aView(view))).status;
    expect(await send({ list: "secrets" })).toBe(400);
    expect(await send({ name: " " })).toBe(400);
    expect(await send({ params: { q: "x".repeat(201) } })).toBe(400);
    for (const key of ["q\0", "q\ud800", "q".repeat(41)])
      expect(await send({ params: { [key]: "x" } })).toBe(400);
    expect(await send({ columns: Array(41).fill("Email") })).toBe(400);
    const name = newName();
    for (let at = 0; at < maxViews; at++) expect(await send({ name: `${name} ${at}` })).toBe(200);
    expect(await send({})).toBe(409);
    expect(await send({ name: `${name} 0` })).toBe(200);
  });
});
