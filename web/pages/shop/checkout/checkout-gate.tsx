import { RequireSignIn } from "#web/modules/identity/guards.tsx";
import { GuestSignIn } from "./guest-sign-in.tsx";

/** Visitors may order as guests: they confirm an e-mail address with a code. */
export function CheckoutGate() {
  return <RequireSignIn visitor={<GuestSignIn />} />;
}
