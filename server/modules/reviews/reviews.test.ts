import { describe, expect, it } from "vitest";
import type { Review } from "#contract/reviews.ts";
import { aReview } from "#seed/builders.ts";
import { changePerson } from "#tests/builders/person.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { addReviews } from "./store.ts";
import { reviews } from "./tables.ts";

const emptyShop = shareEmptyShop();

it("GET /reviews returns all with the fields as spelled", async () => {
  const { get, shop } = await emptyShop();
  await addReviews(shop.db, [aReview({ ratting: 4 }), aReview({ name: "Mei Tan" })]);
  const { status, body } = await get("/api/reviews");
  const more = { _id: expect.any(String), at: expect.any(String), boughtHere: false };
  expect([status, body]).toEqual([
    200,
    [
      { ...aReview({ ratting: 4 }), ...more },
      { ...aReview({ name: "Mei Tan" }), ...more },
    ],
  ]);
});

it("GET /reviews?newest returns the last so many, oldest first", async () => {
  const { get, shop } = await emptyShop();
  const people = ["Ada", "Bo", "Cleo", "Dan"];
  await addReviews(
    shop.db,
    people.map((name) => aReview({ name })),
  );
  const names = async (query: string) =>
    ((await get(`/api/reviews${query}`)).body as { name: string }[]).map(({ name }) => name);
  expect(await names("?newest=2")).toEqual(["Cleo", "Dan"]);
  expect(await names("?newest=100")).toEqual(people);
  expect(await get("/api/reviews?newest=0")).toMatchObject({ status: 400 });
});

describe("POST /reviews", () => {
  const photo = "/images/0123456789abcdef0123456789abcdef/960.webp";
  const listed = async ({ get }: OpenShop) => (await get("/api/reviews")).body as Review[];

  it("adds a review, for everybody to read", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const { status, body } = await vera.send("POST", "/api/reviews", aReview({ ratting: 4 }));
    expect([status, body]).toEqual([200, { insertedId: expect.any(String) }]);
    const { insertedId } = body as { insertedId: string };
    expect(await listed(shop)).toEqual([
      {
        _id: insertedId,
        at: expect.any(String),
        ...aReview({ ratting: 4 }),
        boughtHere: false,
      },
    ]);
    const [row] = await shop.shop.db.select().from(reviews);
    expect(row?.userId).toBe(vera.user._id);
  });

  it("accepts one from an admin, none from a visitor", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    expect((await admin.send("POST", "/api/reviews", aReview())).status).toBe(200);
    expect((await shop.send("POST", "/api/reviews", aReview())).status).toBe(401);
    expect(await listed(shop)).toHaveLength(1);
  });

  it("shows the picture of the writer's profile, not the one sent", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const forged = aReview({ img: "https://example.com/somebody-else.jpg" });
    await vera.send("POST", "/api/reviews", forged);
    const profile = { email: vera.email, education: "", location: "", number: "" };
    await vera.send("POST", "/api/updateUser", { ...profile, img: photo });
    await vera.send("POST", "/api/reviews", { ...forged, description: "With a picture." });
    expect((await listed(shop)).map(({ img }) => img)).toEqual(["", photo]);
  });

  it("shows no picture of another host or of another address of the shop", async () => {
    const shop = await emptyShop();
    const pictures = ["https://elsewhere.example/x.jpg", `${shop.url}/api/identity/google`, photo];
    await addReviews(
      shop.shop.db,
      pictures.map((img) => aReview({ img })),
    );
    expect((await listed(shop)).map(({ img }) => img)).toEqual(["", "", photo]);
    expect(await (await shop.request("/")).text()).not.toMatch(/elsewhere|identity\/google/);
  });

  it.each(["", "  ", "\u200b", "\u0085"])(
    "shows the name of the account instead of %j",
    async (name) => {
      const shop = await emptyShop();
      const vera = await signUp(shop);
      await vera.send("POST", "/api/reviews", aReview({ name }));
      expect(await listed(shop)).toMatchObject([{ name: "Vera Lind" }]);
    },
  );

  it("shows no e-mail if the account has no name", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    await changePerson(shop.shop.db, vera, { name: "" });
    await vera.send("POST", "/api/reviews", aReview({ name: "" }));
    expect(await listed(shop)).toMatchObject([{ name: "A customer" }]);
  });

  it.each([null, "5", 4.5, -1, 6, 1e9, undefined])(
    "rejects a rating of %j and names the field",
    async (ratting) => {
      const shop = await emptyShop();
      const vera = await signUp(shop);
      const { status, body } = await vera.send("POST", "/api/reviews", { ...aReview(), ratting });
      expect([status, body]).toMatchObject([
        400,
        { error: { fields: { ratting: "Rate with a whole number from 0 to 5" } } },
      ]);
      expect(await listed(shop)).toEqual([]);
    },
  );

  it("accepts each whole rating from 0 to 5, without text as well", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    for (const ratting of [0, 1, 2, 3, 4, 5]) {
      await vera.send("POST", "/api/reviews", aReview({ ratting, description: "" }));
    }
    expect((await listed(shop)).map(({ ratting }) => ratting)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("adds the same review of the same person once", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const add = () => vera.send("POST", "/api/reviews", aReview());
    const answers = [...(await Promise.all([add(), add(), add()])), await add()];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const other = await signUp(shop);
    await other.send("POST", "/api/reviews", aReview());
    expect(await listed(shop)).toHaveLength(2);
  });

  it("accepts twenty a day", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const add = (index: number) =>
      vera.send("POST", "/api/reviews", aReview({ description: `Number ${index}` }));
    for (let index = 0; index < 20; index++) expect((await add(index)).status).toBe(200);
    expect(await add(20)).toMatchObject({
      status: 429,
      body: { error: { message: expect.stringContaining("20 reviews within a day") } },
    });
    // A repeated review is still accepted.
    expect((await add(3)).status).toBe(200);
    expect(await listed(shop)).toHaveLength(20);
  });

  it("stays when its writer is deleted", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    await vera.send("POST", "/api/reviews", aReview());
    const admin = await signUpAdmin(shop);
    expect((await admin.send("DELETE", `/api/user/${vera.user._id}`)).status).toBe(200);
    expect(await listed(shop)).toMatchObject([aReview()]);
  });

  it("keeps markup, emoji and right-to-left text as they are", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const written = { name: "<b>دانا</b>", description: "🔧 <script>alert(1)</script> עברית" };
    await vera.send("POST", "/api/reviews", aReview(written));
    expect(await listed(shop)).toMatchObject([written]);
  });
});
