import { expect } from "vitest";
import { changePart } from "#tests/builders/part.ts";
import { openPath, type Screen, type ScreenContext } from "./screen.ts";

const address = {
  name: "Vera Lind",
  company: "",
  street: "Verkstadsgatan 4",
  postcode: "117 36",
  city: "Stockholm",
  region: "",
  country: "SE",
  phone: "+46 8 123 45 67",
};

/** With a part, one that is sold out meanwhile, and one that is saved for later. */
async function fill({ world: { people, shop, part, others } }: ScreenContext): Promise<void> {
  const [gone, later] = others;
  if (!gone || !later) throw new Error("The basket needs more parts");
  const lines = [part, gone, later].map((each) => ({
    part: each.id,
    quantity: each.minimumQuantity + 1,
    saved: each === later,
  }));
  const { status } = await people.customer.send("PUT", "/api/basket/lines", { lines });
  expect(status).toBe(200);
  await changePart(shop, gone, { stock: 0 });
}

async function empty({ world: { people, shop, part, others } }: ScreenContext): Promise<void> {
  const [gone, later] = others;
  for (const each of [part, gone, later]) {
    await people.customer.send("DELETE", `/api/basket/lines/${each?.id}`);
  }
  if (gone) await changePart(shop, gone, { stock: gone.availablQuantity });
}

const filled = (name: string, path: string, shows: string, isAddressed = true): Screen => ({
  name,
  who: "customer",
  isPlain: true,
  async open(stage) {
    await fill(stage);
    if (isAddressed) await stage.world.people.customer.send("PATCH", "/api/checkout", { address });
    await openPath(stage, path);
    await stage.page.getByText(shows).first().waitFor();
  },
  undo: empty,
});

export const basketStates: Screen[] = [
  filled("basket-filled", "/basket", "Saved for later"),
  filled("checkout-address", "/checkout/address", "Where should we deliver it?", false),
  filled("checkout-delivery", "/checkout/delivery", "How should we deliver it?"),
  filled("checkout-payment", "/checkout/payment", "Order with obligation to pay"),
  {
    name: "basket-drawer",
    who: "customer",
    async open(stage) {
      await fill(stage);
      await openPath(stage, "/about");
      await stage.page.getByRole("link", { name: /^Basket/ }).click();
      await stage.page.getByRole("dialog", { name: "Your basket" }).waitFor();
    },
    undo: empty,
  },
];
