import { queryOptions } from "@tanstack/react-query";
import { identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";

/** Where one is signed in. */
export function ownSessions() {
  return queryOptions({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => call(identityCalls.sessions, {}, signal),
    staleTime: 0,
  });
}

export function endSession(id: string) {
  return call(identityCalls.endSession, { params: { id } });
}

export function changePassword(passwords: { current: string; password: string }) {
  return call(identityCalls.changePassword, { body: passwords });
}

export function signOutEverywhere() {
  return call(identityCalls.signOutEverywhere, {});
}

export function verifyEmailCode(code: string) {
  return call(identityCalls.verifyEmailCode, { body: { code } });
}

export function resendVerification() {
  return call(identityCalls.resendVerification, {});
}
