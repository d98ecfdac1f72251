// The hidden frame, for calls that need no card field.
import { confirmIntent, retrieveIntent } from "./intents.ts";
import { answerCalls } from "./serve-page.ts";

answerCalls(() => ({
  retrieve: ({ clientSecret }) => retrieveIntent(clientSecret),
  confirm: ({ clientSecret, token }) =>
    confirmIntent(clientSecret, token ? { payment_method: token } : {}),
}));
