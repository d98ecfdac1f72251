import { RequireSignIn } from "#web/modules/identity/guards.tsx";
import { GuestSignIn } from "./guest-sign-in.tsx";

/** An e-mail and a code are enough to order. */
export function CheckoutGate() {
  return <RequireSignIn visitor={<GuestSignIn />} />;
}
