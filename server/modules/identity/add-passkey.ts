import type { passkeyCalls } from "#contract/passkeys.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { storeChallenge } from "./passkey-challenges.ts";
import { addPasskey, listPasskeys, toEntry } from "./passkeys.ts";
import { confirmSession } from "./sessions.ts";
import {
  closeChallenge,
  describePasskey,
  loadWebAuthn,
  relyingParty,
  toPasskeyJson,
  userHandle,
} from "./verify-passkey.ts";

const maxPasskeys = 20;
/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

const tooMany = refuse(
  "conflict",
  `You have ${maxPasskeys} passkeys. Please remove one that you do not use before you add another.`,
);
const known = refuse("conflict", "This passkey has been added already.");
const notValid = refuse("invalid", "The passkey could not be checked. Please try to add it again.");

export function beginPasskey(context: Context): Handler<typeof passkeyCalls.begin> {
  return async (_given, { person }) => {
    const { _id: userId, email, name } = person;
    const own = await listPasskeys(context.db, userId);
    if (own.length >= maxPasskeys) return tooMany;
    const { generateRegistrationOptions } = await loadWebAuthn();
    const rp = { id: relyingParty(context), name: context.env.SHOP_NAME };
    const { challenge, timeout = 60_000 } = await generateRegistrationOptions({
      rpID: rp.id,
      rpName: rp.name,
      userName: email,
      // The library's default would ask Node for what is experimental there.
      supportedAlgorithmIDs: algorithms,
    });
    await storeChallenge(context.db, challenge, { purpose: "add", userId });
    return {
      challenge,
      rp,
      timeout,
      attestation: "none",
      user: { id: userHandle(userId).toString("base64url"), name: email, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
      excludeCredentials: own.map(describePasskey),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    };
  };
}

export function addOwnPasskey(context: Context): Handler<typeof passkeyCalls.add> {
  return async ({ body }, { person, session }) => {
    const { _id: userId, email } = person;
    const asked = { purpose: "add", userId } as const;
    const expectedChallenge = await closeChallenge(context, body, asked);
    if (!expectedChallenge) return notValid;
    const { verifyRegistrationResponse } = await loadWebAuthn();
    const { id, name, attestationObject, clientDataJSON, transports } = body;
    const verified = await verifyRegistrationResponse({
      response: { ...toPasskeyJson(id), response: { attestationObject, clientDataJSON } },
      expectedChallenge,
      expectedOrigin: context.origin,
      expectedRPID: relyingParty(context),
      supportedAlgorithmIDs: algorithms,
    }).catch(() => undefined);
    if (!verified?.verified) return notValid;
    const { credential } = verified.registrationInfo;
    const added = await inTransaction(context.db, async (db) => {
      const passkey = await addPasskey(db, {
        userId,
        name,
        transports,
        counter: credential.counter,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
      });
      if (!passkey) return known;
      await confirmSession(db, session, { byFactor: true });
      await addAccountLetter(db, "sign-in-changed", email);
      return toEntry(passkey);
    });
    context.jobs.wake();
    return added;
  };
}
