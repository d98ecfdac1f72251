import { clearLimits } from "#tests/builders/limit.ts";
import { changePart } from "#tests/builders/part.ts";
import { errorToast, toast } from "#tests/open-page-as.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { openPath, openPathWithCall, type Screen, type ScreenContext } from "./screen.ts";

const missing = "0199a000-0000-7000-8000-000000000000";
const alert = ({ page }: ScreenContext) => page.getByRole("alert").first().waitFor();
const dialog = ({ page }: ScreenContext) => page.getByRole("alertdialog").waitFor();
const toPurchase = (stage: ScreenContext) => openPath(stage, `/purchase/${stage.world.part.id}`);

async function order(stage: ScreenContext, quantity: number): Promise<void> {
  await toPurchase(stage);
  await fillFields(stage.page, {
    Quantity: String(quantity),
    Phone: "+46 8 123 45 67",
    Address: "Verkstadsgatan 4\n117 36 Stockholm",
  });
  await pressButton(stage.page, "Place order");
}

async function askToDelete(stage: ScreenContext, quantity: number): Promise<void> {
  await openPath(stage, "/dashboard/myOrder");
  const button = stage.page.getByRole("button", { name: new RegExp(`, ${quantity} pieces$`) });
  await button.first().click();
  await dialog(stage);
}

const states: (Omit<Screen, "who"> & Partial<Screen>)[] = [
  { name: "home-signed-in", open: (stage) => openPath(stage, "/") },
  {
    name: "guard-loading",
    isWaiting: true,
    async open(stage) {
      await openPathWithCall(stage, "/dashboard", "**/api/identity/session", "hangs");
      await stage.page.getByText("Loading...").first().waitFor();
    },
  },
  {
    name: "purchase-out-of-bounds",
    async open(stage) {
      await order(stage, stage.world.part.minimumQuantity);
      await alert(stage);
    },
  },
  {
    name: "purchase-price-changed",
    async open(stage) {
      const { world } = stage;
      await toPurchase(stage);
      await fillFields(stage.page, { Quantity: "7" });
      const { part, shop } = world;
      await changePart(shop, part, { priceCents: part.priceCents + 125 });
      await stage.page.getByText("The price has changed").waitFor();
    },
    undo: ({ world: { shop, part } }) => changePart(shop, part, { priceCents: part.priceCents }),
  },
  {
    name: "purchase-ordered",
    async open(stage) {
      await order(stage, stage.world.part.minimumQuantity + 1);
      await toast(stage.page, "Order Success").waitFor();
    },
  },
  {
    name: "purchase-sold-out",
    isPlain: true,
    open: (stage) => openPath(stage, `/purchase/${stage.world.soldOut.id}`),
  },
  {
    name: "purchase-of-nothing",
    open: (stage) => openPath(stage, `/purchase/${missing}`),
    troubles: /status of 404/,
  },
  {
    name: "purchase-failed",
    isRepetition: true,
    async open(stage) {
      const path = `/purchase/${stage.world.part.id}`;
      await openPathWithCall(stage, path, "**/api/purchase/**", "fails");
      await alert(stage);
    },
    troubles: /ERR_FAILED/,
  },
  { name: "profile-empty", who: "newcomer", open: (stage) => openPath(stage, "/dashboard") },
  {
    name: "profile-wrong-code",
    who: "newcomer",
    async open(stage) {
      await openPath(stage, "/dashboard");
      // More attempts than a person is allowed.
      await clearLimits(stage.world.shop, "e-mail codes");
      await fillFields(stage.page, { "Code from the letter": "1234 5678" });
      await pressButton(stage.page, "Verify");
      await stage.page.getByText("Is wrong or has expired").waitFor();
    },
    troubles: /status of 400/,
  },
  {
    name: "profile-failed",
    async open(stage) {
      await openPathWithCall(stage, "/dashboard", "**/api/updateUser/**", "fails");
      await alert(stage);
    },
    troubles: /ERR_FAILED/,
  },
  {
    name: "update-profile-refused",
    async open(stage) {
      await openPath(stage, "/dashboard/updateProfile");
      await fillFields(stage.page, { Number: "9".repeat(101) });
      await pressButton(stage.page, "Save");
      await errorToast(stage.page, "Faild to Update Your Profile").waitFor();
    },
    troubles: /status of 400/,
  },
  {
    name: "add-review-errors",
    async open(stage) {
      await openPath(stage, "/dashboard/addReview");
      await pressButton(stage.page, "Submit");
      await stage.page.getByText("Rate with a whole number from 0 to 5").waitFor();
    },
    troubles: /status of 400/,
  },
  {
    name: "add-review-added",
    async open(stage) {
      await openPath(stage, "/dashboard/addReview");
      const Description = "Längswörterzusammensetzungen".repeat(12);
      await fillFields(stage.page, { Rating: "5", Description });
      await pressButton(stage.page, "Submit");
      await stage.page.getByText("Your review is on the home page now.").waitFor();
    },
  },
  {
    name: "security-errors",
    isRepetition: true,
    async open(stage) {
      await openPath(stage, "/dashboard/security");
      await pressButton(stage.page, "Change password");
      await stage.page.getByText("Password is Required").first().waitFor();
    },
  },
  {
    name: "security-dialog",
    isRepetition: true,
    async open(stage) {
      await openPath(stage, "/dashboard/security");
      await pressButton(stage.page, "Sign out everywhere");
      await dialog(stage);
    },
  },
  {
    name: "my-order-empty",
    isPlain: true,
    who: "newcomer",
    open: (stage) => openPath(stage, "/dashboard/myOrder"),
  },
  {
    name: "my-order-failed",
    isRepetition: true,
    async open(stage) {
      await openPathWithCall(stage, "/dashboard/myOrder", "**/api/orders?*", "fails");
      await alert(stage);
    },
    troubles: /ERR_FAILED/,
  },
  {
    name: "my-order-none-found",
    isRepetition: true,
    open: (stage) => openPath(stage, "/dashboard/myOrder?q=hovercraft"),
  },
  {
    name: "order-part-shipped-for-its-customer",
    open: (stage) => openPath(stage, `/dashboard/order/${stage.world.orders.shipped.number}`),
  },
  {
    name: "order-that-is-none",
    isRepetition: true,
    open: (stage) => openPath(stage, "/dashboard/order/999999999"),
    troubles: /status of 404/,
  },
  { name: "my-order-dialog-unpaid", isRepetition: true, open: (stage) => askToDelete(stage, 6) },
  { name: "my-order-dialog-paid", open: (stage) => askToDelete(stage, 24) },
  {
    name: "manage-products-of-a-customer",
    open: (stage) => openPath(stage, "/dashboard/manageProducts"),
  },
];

export const customerStates: Screen[] = states.map((state) => ({ who: "customer", ...state }));
