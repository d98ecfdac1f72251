// OpenID Connect's code flow with PKCE, state and nonce. Only this file calls the issuer.
import * as openid from "openid-client";
import { callRoot } from "#contract/call.ts";
import { type GoogleRefusal, identityCalls } from "#contract/identity.ts";
import type { Context } from "#server/context.ts";
import { type GoogleFlow, GoogleSignInError } from "./google-flow.ts";

export const googleTimeout = { seconds: 5 };

export type GoogleClaims = {
  issuer: string;
  subject: string;
  email: unknown;
  emailVerified: unknown;
  name: unknown;
};

/** Never taken from a request's Host header. */
export function callbackUrl(origin: string): string {
  return origin + callRoot + identityCalls.googleCallback.path;
}

export type GoogleClient = {
  begin(): Promise<{ address: string; flow: GoogleFlow }>;
  finish(flow: GoogleFlow, response: URLSearchParams): Promise<GoogleClaims>;
};

export function connectGoogle(context: Pick<Context, "env" | "origin">): GoogleClient {
  let configuration: Promise<openid.Configuration> | undefined;

  function discover(): Promise<openid.Configuration> {
    configuration ??= readDiscovery(context.env).catch((error) => {
      configuration = undefined;
      throw error instanceof GoogleSignInError
        ? error
        : new GoogleSignInError("unavailable", error);
    });
    return configuration;
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
    async finish({ state, nonce, verifier }, response) {
      const config = await discover();
      const address = new URL(`${callbackUrl(context.origin)}?${response}`);
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
      // The standard's limits for a subject.
      if (!claims || !/^[\x20-\x7e]{1,255}$/.test(claims.sub)) {
        throw new GoogleSignInError("failed", new Error("The subject is not valid"));
      }
      const { iss, sub, email, email_verified, name } = claims;
      return { issuer: iss, subject: sub, email, emailVerified: email_verified, name };
    },
  };
}

async function readDiscovery(env: Context["env"]): Promise<openid.Configuration> {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env;
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) {
    throw new GoogleSignInError("not-offered");
  }
  const issuer = new URL(GOOGLE_ISSUER);
  return openid.discovery(
    issuer,
    GOOGLE_CLIENT_ID,
    { client_secret: GOOGLE_CLIENT_SECRET, id_token_signed_response_alg: "RS256" },
    openid.ClientSecretPost(GOOGLE_CLIENT_SECRET),
    {
      timeout: googleTimeout.seconds,
      execute: [
        // Validates the signature, too, instead of trusting the connection alone.
        openid.enableNonRepudiationChecks,
        // The configuration allows http for this machine only.
        ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
}

const unavailableCodes = new Set(["server_error", "temporarily_unavailable"]);

function reasonOf(error: unknown): GoogleRefusal {
  if (error instanceof openid.AuthorizationResponseError) {
    if (error.error === "access_denied") return "cancelled";
    return unavailableCodes.has(error.error) ? "unavailable" : "failed";
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
  return cause instanceof TypeError && /^(fetch failed|terminated)$/.test(cause.message);
}
