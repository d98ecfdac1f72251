import { expect } from "vitest";
import { ownVehicleKey } from "#contract/pages/first-paint.ts";
import { addVerification } from "#server/modules/identity/email-verification.ts";
import { anArden } from "#tests/builders/vehicle.ts";
import { fillFields, pressButton, submitSignIn } from "#tests/page-actions.ts";
import { openPath, type Screen, type ScreenContext } from "./screen.ts";

const parts = /\/api\/parts(\?|$)/;

/** From another page, so that the browser fetches the parts itself. */
async function followTo({ page, ...rest }: ScreenContext, link: string): Promise<void> {
  await openPath({ page, ...rest }, "/about");
  if (page.viewportSize()?.width === 390) await pressButton(page, "Menu");
  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByRole("link", { name: link, exact: true }).click();
}

async function withNoParts(stage: ScreenContext, link: string): Promise<void> {
  await stage.page.route(parts, (route) => route.fulfill({ json: [] }));
  await followTo(stage, link);
  await stage.page.getByText("There are no parts yet").waitFor();
}

async function withPartsFailing(stage: ScreenContext, link: string): Promise<void> {
  await stage.page.route(parts, (route) => route.abort());
  // No live message either, which would cause another fetch.
  await stage.page.route("**/api/live**", () => {});
  await followTo(stage, link);
  await stage.page.getByRole("button", { name: "Try again" }).waitFor();
}

const sent =
  (path: string, button: string, says: string, fields: Record<string, string> = {}) =>
  async (stage: ScreenContext): Promise<void> => {
    await openPath(stage, path);
    await fillFields(stage.page, fields);
    await pressButton(stage.page, button);
    await stage.page.getByText(says).first().waitFor();
  };

/** An empty basket leads back to the parts. */
const withBasket = (name: string, open: Screen["open"]): Omit<Screen, "who"> => ({
  name,
  async open(stage) {
    const { part } = stage.world;
    const lines = [{ part: part.id, quantity: part.minimumQuantity + 1, saved: false }];
    await changeBasket(stage, "PUT", "", { lines });
    await open(stage);
  },
  undo: (stage) => changeBasket(stage, "DELETE", `/${stage.world.part.id}`),
});

async function changeBasket(
  { page, world }: ScreenContext,
  method: string,
  path: string,
  data: object = {},
): Promise<void> {
  const headers = { origin: world.shop.url };
  const url = `${world.shop.url}/api/basket/lines${path}`;
  const answer = await page.request.fetch(url, { method, headers, data });
  expect(answer.status()).toBe(200);
}

/** Of a car whose engine is not known. */
const withCar = (name: string, path: string): Omit<Screen, "who"> => ({
  name,
  async open(stage) {
    await stage.page.evaluate(
      ([key = "", car = ""]) => localStorage.setItem(key, car),
      [ownVehicleKey, JSON.stringify(ownArden)],
    );
    await openPath(stage, path);
    await stage.page.getByText("Which engine?").first().waitFor();
  },
  async undo({ page }) {
    await page.evaluate((key) => localStorage.removeItem(key), ownVehicleKey);
  },
});
const ownArden = {
  id: 1,
  year: 2014,
  known: [],
  make: { slug: anArden.make, name: "Corvane" },
  model: { slug: anArden.model, name: "Arden" },
};

const reset = "/reset#token=x";

const states: Omit<Screen, "who">[] = [
  {
    name: "home-menu-open",
    phoneOnly: true,
    async open(stage) {
      await openPath(stage, "/");
      await pressButton(stage.page, "Menu");
      await stage.page.getByRole("link", { name: "Contact Us" }).first().waitFor();
    },
  },
  { name: "home-without-parts", open: (stage) => withNoParts(stage, "Home") },
  {
    name: "home-failed",
    isRepetition: true,
    open: (stage) => withPartsFailing(stage, "Home"),
    troubles: /ERR_FAILED|api\/parts/,
  },
  {
    name: "products-loading",
    isWaiting: true,
    async open(stage) {
      await stage.page.route(parts, () => {});
      await followTo(stage, "Products");
      await stage.page.getByText("Loading...").first().waitFor();
    },
  },
  {
    name: "products-without-parts",
    isRepetition: true,
    open: (stage) => withNoParts(stage, "Products"),
  },
  {
    name: "products-failed",
    open: (stage) => withPartsFailing(stage, "Products"),
    troubles: /ERR_FAILED|api\/parts/,
  },
  { name: "not-found", open: (stage) => openPath(stage, "/nowhere"), troubles: /status of 404/ },
  { name: "login-errors", open: sent("/login", "Login", "Email is Required") },
  {
    name: "login-refused",
    async open(stage) {
      await openPath(stage, "/login");
      await submitSignIn(stage.page, { email: "nobody@example.com", password: "not this one" });
      await stage.page.getByText("Error: ").waitFor();
    },
    troubles: /status of 4(01|29)/,
  },
  {
    name: "login-google-cancelled",
    isPlain: true,
    open: (stage) => openPath(stage, "/login?refused=cancelled"),
  },
  {
    name: "register-errors",
    isRepetition: true,
    open: sent("/register", "Register", "Name is Required"),
  },
  {
    name: "register-taken",
    async open(stage) {
      const { email } = stage.world.people.customer;
      const fields = { Name: "Vera Lind", Email: email, Password: "another horse" };
      await sent("/register", "Register", "Error: ", fields)(stage);
    },
    troubles: /status of 4(09|29)/,
  },
  {
    name: "forgotten-errors",
    isRepetition: true,
    open: sent("/forgotten", "Send me a link", "Email is Required"),
  },
  {
    name: "forgotten-asked",
    open: sent("/forgotten", "Send me a link", "If there is an account", {
      Email: "nobody@example.com",
    }),
  },
  {
    name: "reset-errors",
    isRepetition: true,
    open: sent(reset, "Set password", "Password is Required"),
  },
  {
    name: "reset-spent",
    open: sent(reset, "Set password", "used", { "New password": "another horse" }),
    troubles: /status of 4\d\d/,
  },
  {
    name: "verify-email-spent",
    isRepetition: true,
    open: sent("/verify-email#token=x", "Verify my e-mail", "used"),
    troubles: /status of 4\d\d/,
  },
  {
    name: "verify-email-elsewhere",
    async open(stage) {
      const { shop } = stage.world.shop;
      const { customer } = stage.world.people;
      const { token } = await addVerification(shop.db, customer.user._id);
      await sent(`/verify-email#token=${token}`, "Verify my e-mail", "Sign in here")(stage);
    },
    troubles: /status of 403/,
  },
  withBasket("checkout-guest", async (stage) => {
    await openPath(stage, "/checkout/address");
    await stage.page.getByLabel("Email", { exact: true }).waitFor();
  }),
  withBasket(
    "checkout-guest-code",
    sent("/checkout/address", "Send me a code", "We have sent a code", {
      Email: "nobody@example.com",
    }),
  ),
  withCar("part-with-car", `/part/${anArden.number}`),
  withCar("type-with-car", `/shop/${anArden.type}`),
  withCar("parts-of-car", `/fit/corvane/arden/2014/${anArden.type}`),
  withCar("job-with-car", "/job/car-service"),
  { name: "reset-without-link", open: (stage) => openPath(stage, "/reset") },
];

export const visitorStates: Screen[] = states.map((state) => ({ who: "visitor", ...state }));
