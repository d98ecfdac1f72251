// oidc-provider, configured to behave as Google does.
import { randomBytes } from "node:crypto";
import type { Configuration, JWK, default as OpenIdProvider } from "oidc-provider";
import { errorPage } from "./pages.ts";
import { findPerson } from "./people.ts";

export type Client = { clientId: string; clientSecret: string; redirectUri: string };

/** The package warns of Node versions before LTS and of its in-memory store. */
export async function withoutWarnings<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}

export async function createProvider(
  issuer: string,
  key: JWK,
  client: Client,
): Promise<OpenIdProvider> {
  const { Provider, interactionPolicy } = await withoutWarnings(() => import("oidc-provider"));
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return withoutWarnings(() => new Provider(issuer, configurationFor(issuer, key, client, policy)));
}

function configurationFor(
  issuer: string,
  key: JWK,
  { clientId, clientSecret, redirectUri }: Client,
  policy: NonNullable<Configuration["interactions"]>["policy"],
): Configuration {
  const { port } = new URL(issuer);
  return {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    clientAuthMethods: ["client_secret_post"],
    responseTypes: ["code"],
    scopes: ["openid"],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Google puts name and e-mail into the ID token.
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => {
      const person = findPerson(sub);
      return (
        person && { accountId: person.sub, claims: () => ({ ...person, email_verified: true }) }
      );
    },
    interactions: { policy, url: (_context, { uid }) => `/choose/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    clientBasedCORS: () => false,
    renderError: (context, { error, error_description }) => {
      context.type = "html";
      context.body = errorPage(error_description ?? error);
    },
    // Ports of one host share cookies.
    cookies: {
      keys: [randomBytes(32).toString("hex")],
      names: {
        session: `emulator-google-session-${port}`,
        interaction: `emulator-google-choice-${port}`,
        resume: `emulator-google-resume-${port}`,
      },
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      Session: 600,
    },
  };
}
