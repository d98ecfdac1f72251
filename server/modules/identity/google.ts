// The only file that speaks to Google, or to whoever GOOGLE_ISSUER names: OpenID Connect's code
// flow with PKCE, state and nonce. What comes back is believed only as far as it is proven.
import * as openid from "openid-client";
import { type GoogleRefusal, identityCalls } from "#contract/identity.ts";
import { callRoot } from "#server/platform/http/serve-calls.ts";
import type { IdentityContext } from "./context.ts";

/** How long Google may take to answer, in seconds. */
const patience = 5;

/** What the browser keeps while it is away: it must bring back what belongs to these. */
export type GoogleFlow = { state: string; nonce: string; verifier: string };

/** Whom the issuer vouches for. Nothing of it is ours yet, nor checked for what we need. */
export type GoogleClaims = {
  issuer: string;
  subject: string;
  email: unknown;
  emailVerified: unknown;
  name: unknown;
};

export class GoogleSignInError extends Error {
  readonly reason: GoogleRefusal;
  constructor(reason: GoogleRefusal, cause?: unknown) {
    super(`Signing in with Google: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Where Google sends people back to: never a matter of what a request says of its host. */
export function callbackUrl(origin: string): string {
  return origin + callRoot + identityCalls.googleCallback.path;
}

export type GoogleClient = {
  begin(): Promise<{ address: string; flow: GoogleFlow }>;
  finish(flow: GoogleFlow, answer: URLSearchParams): Promise<GoogleClaims>;
};

export function connectGoogle(context: Pick<IdentityContext, "env" | "origin">): GoogleClient {
  let discovered: Promise<openid.Configuration> | undefined;

  /** Asked once; asked again as long as it failed. */
  function discover(): Promise<openid.Configuration> {
    discovered ??= readDiscovery(context.env).catch((error) => {
      discovered = undefined;
      throw error instanceof GoogleSignInError
        ? error
        : new GoogleSignInError("unavailable", error);
    });
    return discovered;
  }

  return {
    async begin() {
      const config = await discover();
      const verifier = openid.randomPKCECodeVerifier();
      const flow = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl(context.origin),
        scope: "openid email profile",
        prompt: "select_account",
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return { address: address.href, flow };
    },
    async finish({ state, nonce, verifier }, answer) {
      const config = await discover();
      const address = new URL(`${callbackUrl(context.origin)}?${answer}`);
      const tokens = await openid
        .authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error) => {
          throw new GoogleSignInError(reasonOf(error), error);
        });
      const claims = tokens.claims();
      // The standard's bounds of a subject: what is kept for ever must be fit to be kept.
      if (!claims || !/^[\x20-\x7e]{1,255}$/.test(claims.sub)) {
        throw new GoogleSignInError("failed", new Error("The subject cannot be kept"));
      }
      const { iss, sub, email, email_verified, name } = claims;
      return { issuer: iss, subject: sub, email, emailVerified: email_verified, name };
    },
  };
}

async function readDiscovery(env: IdentityContext["env"]): Promise<openid.Configuration> {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env;
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) {
    throw new GoogleSignInError("unavailable");
  }
  const issuer = new URL(GOOGLE_ISSUER);
  return openid.discovery(
    issuer,
    GOOGLE_CLIENT_ID,
    { client_secret: GOOGLE_CLIENT_SECRET, id_token_signed_response_alg: "RS256" },
    openid.ClientSecretPost(GOOGLE_CLIENT_SECRET),
    {
      timeout: patience,
      execute: [
        // The signature counts as well, not only the line on which the token came.
        openid.enableNonRepudiationChecks,
        // The configuration allows http to this machine only.
        ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
}

const unavailableThere = new Set(["server_error", "temporarily_unavailable"]);

function reasonOf(error: unknown): GoogleRefusal {
  if (error instanceof openid.AuthorizationResponseError) {
    if (error.error === "access_denied") return "cancelled";
    return unavailableThere.has(error.error) ? "unavailable" : "failed";
  }
  for (let at = error; at instanceof Object; at = "cause" in at ? at.cause : undefined) {
    if (isOutage(at)) return "unavailable";
  }
  return "failed";
}

function isOutage(cause: object): boolean {
  const { status } = cause as { status?: unknown };
  if (typeof status === "number") return status >= 500;
  if (cause instanceof DOMException) return cause.name === "TimeoutError";
  // What fetch says when there is no line, or the line breaks.
  return cause instanceof TypeError && /^(fetch failed|terminated)$/.test(cause.message);
}
