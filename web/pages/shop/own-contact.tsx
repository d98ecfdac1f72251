import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ownProfile } from "#web/modules/customers/calls.ts";

export type Contact = { phone: string; address: string };
type Props = { email: string; onKnown: (contact: Contact) => void };

/** Loaded after the page: who fills the form at once does not wait for it. */
export function OwnContact({ email, onKnown }: Props) {
  const { data: profile } = useQuery(ownProfile(email));
  useEffect(() => {
    if (profile) onKnown({ phone: profile.number, address: profile.location });
  }, [profile, onKnown]);
  return null;
}
