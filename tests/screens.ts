// Every screen of the shop, in every state that a person may meet: for the pictures of them
// (`npm run screens`) and for what must hold on all of them (tests/pages/every-screen-*.test.ts).
import { pageScreens } from "./screens/pages.ts";
import type { Screen } from "./screens/screen.ts";
import { statesOfAdmins } from "./screens/states-of-admins.ts";
import { statesOfCustomers } from "./screens/states-of-customers.ts";
import { statesOfPayment } from "./screens/states-of-payment.ts";
import { statesOfVisitors } from "./screens/states-of-visitors.ts";

export const screens: Screen[] = [
  ...pageScreens,
  ...statesOfVisitors,
  ...statesOfCustomers,
  ...statesOfPayment,
  ...statesOfAdmins,
];
