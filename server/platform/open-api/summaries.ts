// What each call does, in a sentence for people who write programs against it.
import type { calls } from "#contract/calls.ts";

export type Summaries = {
  [Domain in keyof typeof calls]: { [Name in keyof (typeof calls)[Domain]]: string };
};

export const summaries: Summaries = {
  parts: {
    list: "All parts, oldest first; those found by name, the newest so many, or a page after one.",
    one: "One part.",
    add: "Adds a part; the same part under the same key once, however often it is sent.",
    remove: "Removes a part. Orders of it stay as they are.",
  },
  orders: {
    all: "Everybody's orders, a page at a time: searched, filtered and sorted.",
    mine: "One's own orders, newest first.",
    one: "One order.",
    history: "What happened to an order, step by step.",
    place:
      "Orders a part and takes its stock. The quantity is greater than the minimum and less than what " +
      "is available. The same key with the same order answers the same order again.",
    pay: "Tells that the card provider took the payment. The provider itself is asked.",
    remove:
      "Cancels an order: an unpaid one gives its stock back, a paid one is refunded. `expected` is " +
      "the state that the caller believes in.",
  },
  audit: {
    list: "What admins did, newest first, a page at a time.",
  },
  payments: {
    intent: "The secret with which the browser has the card provider take an order's payment.",
    provider: "Where the card provider's script is, and the key for it.",
    settleElsewhere: "Writes down that a refund was made by other means.",
  },
  reviews: {
    list: "What customers say of the shop, oldest first, or the newest so many.",
    add:
      "Adds a review, the same one of the same person once. Who wrote it, and the picture, are known " +
      "from the session.",
    all: "All reviews, newest first, with the account that wrote each, a page at a time.",
    remove: "Removes a review.",
  },
  users: {
    isAdmin: "Whether this is an admin.",
    list: "All users, a page at a time.",
    makeAdmin: "Makes a user an admin.",
    register: "Answers an access token for the account of the session.",
    remove: "Removes a user. Their orders stay.",
    profile: "A person's profile.",
    saveProfile: "Saves one's profile.",
  },
  identity: {
    signUp: "Opens an account, and a session.",
    signIn: "Opens a session.",
    google: "Sends the browser to Google to sign in there.",
    googleCallback: "Where Google sends it back to.",
    session: "Who is signed in.",
    signOut: "Ends the session and its tokens.",
    forgotten: "Has a link for a new password sent, if there is such an account.",
    reset: "Sets a new password by such a link.",
    verifyEmail: "Shows by the link of a letter that the account's e-mail is its person's own.",
    verifyEmailCode: "Does the same by the letter's code.",
    resendVerification: "Has that letter sent again.",
    changePassword: "Changes one's password, and ends the other sessions.",
    sessions: "One's own sessions.",
    endSession: "Ends one of them.",
    signOutEverywhere: "Ends all of them.",
  },
  images: { upload: "Keeps a picture: a form with one file named `image`." },
  ledger: {
    latest: "What the newest check of orders, money and stock found.",
    check: "Checks all of it now.",
  },
  live: {
    changes:
      "Server-sent events: `changed` with a topic, whenever something of it changed. `age` says how " +
      "many milliseconds ago the caller's data was true.",
  },
};
