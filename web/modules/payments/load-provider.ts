import type { StripeConstructor } from "@stripe/stripe-js";

const patience = 20_000;
let loading: Promise<StripeConstructor> | undefined;

/** The card provider wants its script to come from itself, and only once on a page. */
export function loadProvider(address: string): Promise<StripeConstructor> {
  loading ??= load(address).catch((error) => {
    // The next try begins anew.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(address: string): Promise<StripeConstructor> {
  const script = document.createElement("script");
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(reject, patience);
  script.src = trusted(address);
  script.async = true;
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
  await promise.catch(() => {}).finally(() => clearTimeout(timer));
  if (window.Stripe) return window.Stripe;
  script.remove();
  throw new Error("The card provider cannot be reached. Nothing was paid and nothing is lost.");
}

/** Browsers may want it said by name which of our code chooses a script. TypeScript takes text. */
type Trust = {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
};
const { trustedTypes } = globalThis as { trustedTypes?: Trust };
const policy = trustedTypes?.createPolicy("card-provider", {
  createScriptURL(address: string) {
    if (/^https?:$/.test(new URL(address).protocol)) return address;
    throw new TypeError("A script has an address");
  },
});

function trusted(address: string): string {
  return policy ? policy.createScriptURL(address) : address;
}
