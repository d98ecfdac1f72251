import type { PasskeyAnswer, RequestOptions } from "#contract/passkeys.ts";
import type { Context } from "#server/context.ts";
import { type ChallengeFor, consumeChallenge, storeChallenge } from "./passkey-challenges.ts";
import { findPasskey, listPasskeys, type Passkey, recordUse } from "./passkeys.ts";

type PasskeyContext = Pick<Context, "db" | "origin">;

export const loadWebAuthn = () => import("@simplewebauthn/server");

export const relyingParty = ({ origin }: { origin: string }) => new URL(origin).hostname;

export const userHandle = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");

export async function askForPasskey(
  context: PasskeyContext,
  asked: ChallengeFor,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const own = asked.userId === null ? [] : await listPasskeys(context.db, asked.userId);
  const rpId = relyingParty(context);
  const { challenge, timeout = 60_000 } = await generateAuthenticationOptions({ rpID: rpId });
  await storeChallenge(context.db, challenge, asked);
  return {
    challenge,
    rpId,
    timeout,
    userVerification: "required",
    allowCredentials: own.map(describePasskey),
  };
}

export function describePasskey({ credentialId, transports }: Passkey) {
  return { id: credentialId, type: "public-key" as const, transports };
}

export async function verifyPasskey(
  context: PasskeyContext,
  answer: PasskeyAnswer,
  asked: ChallengeFor,
): Promise<Passkey | undefined> {
  const { id, userHandle: handle, ...response } = answer;
  const expectedChallenge = await closeChallenge(context, answer, asked);
  const passkey = expectedChallenge && (await findPasskey(context.db, id));
  if (!passkey || !isOf(passkey, asked.userId, handle)) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { publicKey, counter } = passkey;
  const verified = await verifyAuthenticationResponse({
    response: { ...toPasskeyJson(id), response },
    expectedChallenge,
    expectedOrigin: context.origin,
    expectedRPID: relyingParty(context),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { newCounter } = verified.authenticationInfo;
  return (await recordUse(context.db, passkey.id, newCounter)) ? passkey : undefined;
}

function isOf({ userId }: Passkey, asked: string | null, handle: string | undefined): boolean {
  const isHandleRight = handle === undefined || handle === userHandle(userId).toString("base64url");
  return isHandleRight && (asked === null || asked === userId);
}

/** Any answer closes it. */
export async function closeChallenge(
  { db }: PasskeyContext,
  { clientDataJSON }: { clientDataJSON: string },
  asked: ChallengeFor,
): Promise<string | undefined> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  const challenge = readOr(() => String(decodeClientDataJSON(clientDataJSON).challenge), "");
  return (await consumeChallenge(db, challenge, asked)) ? challenge : undefined;
}

function readOr<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

export function toPasskeyJson(id: string) {
  return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
}
