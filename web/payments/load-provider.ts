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
  script.src = address;
  script.async = true;
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
  await promise.catch(() => {}).finally(() => clearTimeout(timer));
  if (window.Stripe) return window.Stripe;
  script.remove();
  throw new Error("The card provider cannot be reached. Nothing was paid and nothing is lost.");
}
