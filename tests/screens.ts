// Every screen of the shop, in every state: for the pictures of them
// (`npm run screens`) and for what must hold on all of them (tests/pages/every-page-of-*.test.ts).

import { adminStates } from "./screens/admin-states.ts";
import { basketStates } from "./screens/basket-states.ts";
import { customerStates } from "./screens/customer-states.ts";
import { pageScreens } from "./screens/page-screens.ts";
import { paymentStates } from "./screens/payment-states.ts";
import type { Screen } from "./screens/screen.ts";
import { visitorStates } from "./screens/visitor-states.ts";

export const screens: Screen[] = [
  ...pageScreens,
  ...visitorStates,
  ...customerStates,
  ...basketStates,
  ...paymentStates,
  ...adminStates,
];
