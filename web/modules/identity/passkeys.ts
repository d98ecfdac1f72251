import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import {
  type CreationOptions,
  type PasskeyAnswer,
  type PasskeyEntry,
  passkeyCalls,
  type RequestOptions,
} from "#contract/passkeys.ts";
import { CallRefused, call } from "#web/app/call.ts";

const loadWebAuthn = () => import("@simplewebauthn/browser");

export async function createPasskey(name: string): Promise<PasskeyEntry> {
  const optionsJSON: CreationOptions = await call(passkeyCalls.begin, {});
  const { startRegistration } = await loadWebAuthn();
  const { id, response } = await startRegistration({ optionsJSON });
  const { attestationObject, clientDataJSON, transports = [] } = response;
  return call(passkeyCalls.add, {
    body: { name, id, attestationObject, clientDataJSON, transports },
  });
}

export async function answerWithPasskey(optionsJSON: RequestOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadWebAuthn();
  return toAnswer(await startAuthentication({ optionsJSON }));
}

export function toAnswer({ id, response }: AuthenticationResponseJSON): PasskeyAnswer {
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  return { id, authenticatorData, clientDataJSON, signature, ...(userHandle && { userHandle }) };
}

export function explainPasskeyError(error: unknown): string {
  if (error instanceof CallRefused) return error.message;
  switch (error instanceof Error && error.name) {
    case "NotAllowedError":
    case "AbortError":
      return "No passkey was used. Try again when you are ready.";
    case "InvalidStateError":
      return "This device has a passkey for your account already.";
    default:
      return "Passkeys cannot be used in this browser, or the shop did not answer.";
  }
}
