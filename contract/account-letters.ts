import type { LetterOriginal } from "./letter-original.ts";

export const ignore = "If it was not you, you can ignore this letter.";
const ifItWasYou = "If that was you, all is well.";
const changeWorks =
  "The link works once, within 24 hours. The e-mail changes when the links to both addresses were followed.";

export const accountLetters = {
  "verify-email": {
    title: "Verify an e-mail",
    subject: "Verify your e-mail for {shop}",
    body: "someone, probably you, opened an account at {shop} with this e-mail. Please verify that it is yours.",
    closing: `Or type this code under My Profile: {code}\n\nThe link and the code work once, within 24 hours, where you are signed in.\n\n${ignore}`,
    values: { code: ["The code", "4711 0815"] },
    needs: ["code"],
  },
  reset: {
    title: "A new password",
    subject: "A new password for {shop}",
    body: "someone, probably you, asked for a new password for your account at {shop}.",
    closing:
      "The link works once, for one hour. Setting a new password signs you out everywhere else.\n\nIf it was not you, ignore this letter: your password stays the same.",
    values: {},
  },
  "sign-in-code": {
    title: "A code to order with",
    subject: "Your code for {shop}",
    body: "someone, probably you, wants to order at {shop} with this e-mail.\n\nThis is your code: {code}",
    closing: `It works once, for ten minutes, in the browser in which you asked for it.\n\n${ignore}`,
    values: { code: ["The code", "471 108"] },
    needs: ["code"],
  },
  "password-changed": {
    title: "The password was changed",
    subject: "Your password for {shop} was changed",
    body: `the password of your account at {shop} was changed just now, and every other browser was signed out.\n\n${ifItWasYou}\n\nIf it was not you, somebody else may have access to your account. Ask for a new password at once: that signs them out.`,
    closing: "",
    values: {},
  },
  "change-email-old": {
    title: "Another e-mail: to the present one",
    subject: "Another e-mail for your account at {shop}",
    body: "someone, probably you, asked to change the e-mail of your account at {shop}.\n\nIf it was you, please allow it. If it was not, do not open the link, and change your password: somebody else may have access to your account.",
    closing: changeWorks,
    values: {},
  },
  "change-email-new": {
    title: "Another e-mail: to the new one",
    subject: "Your new e-mail for {shop}",
    body: "someone, probably you, wants to use this e-mail for their account at {shop}. Please confirm that it is yours.",
    closing: `${changeWorks}\n\n${ignore}`,
    values: {},
  },
  "email-changed": {
    title: "The e-mail was changed",
    subject: "Your e-mail for {shop} was changed",
    body: "your account at {shop} has another e-mail now, as the links in our two letters allowed. This address does not sign in any more.\n\nIf it was not you, please write to the shop at once.",
    closing: "",
    values: {},
  },
  "sign-in-changed": {
    title: "A passkey or second step was changed",
    subject: "How you sign in to {shop} was changed",
    body: `a passkey or the second step of your account at {shop} was added or removed just now.\n\n${ifItWasYou}\n\nIf it was not you, somebody else may have access to your account. Look at it at once, and change your password.`,
    closing: "",
    values: {},
  },
} as const satisfies Record<string, LetterOriginal>;
