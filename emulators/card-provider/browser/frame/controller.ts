// The frame that nobody sees: for calls that need no card field.
import { confirmIntent, retrieveIntent } from "./ask.ts";
import { servePage } from "./serve-page.ts";

servePage(() => ({
  retrieve: ({ clientSecret }) => retrieveIntent(clientSecret),
  confirm: ({ clientSecret, token }) =>
    confirmIntent(clientSecret, token ? { payment_method: token } : {}),
}));
