// Tokens that are not what they should be, and ways to send them that the shop does not accept.
import { createHash, createHmac } from "node:crypto";

export type Stolen = {
  port: string;
  email: string;
  userId: string;
  session: string;
  access: string;
  reset: string;
  stored: { session: Buffer; access: Buffer; reset: Buffer };
  ended: Record<string, { session: string; access: string }>;
  spentResets: Record<string, string>;
};

export type TokenAttack = { name: string; headers: string[]; query?: string; body?: object };

const base64url = (data: object) => Buffer.from(JSON.stringify(data)).toString("base64url");

function forged(token: string, stored: Buffer, { email, userId }: Stolen): Record<string, string> {
  const last = token.at(-1) ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // The last letter carries 4 bits, so that others decode to the same bytes.
  const sibling = alphabet[alphabet.indexOf(last) ^ 1] ?? "";
  const bytes = Buffer.from(token, "base64url");
  const claims = base64url({ sub: userId, email, role: "admin", exp: 4_102_444_800 });
  const none = `${base64url({ alg: "none", typ: "JWT" })}.${claims}.`;
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${claims}`;
  return {
    "without its last letter": token.slice(0, -1),
    "without its first letter": token.slice(1),
    "its first half": token.slice(0, 21),
    "one letter longer": `${token}A`,
    twice: token + token,
    "with a letter in front": `A${token}`,
    "another last letter, the same bytes": token.slice(0, -1) + sibling,
    "in capitals": token.toUpperCase(),
    "in small letters": token.toLowerCase(),
    "URL-encoded": token.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`),
    padded: `${token}=`,
    "as plain base64": bytes.toString("base64"),
    "as hex": bytes.toString("hex"),
    "as its own bytes": bytes.toString("latin1").replaceAll(/[\r\n\0;]/g, "."),
    backwards: [...token].reverse().join(""),
    "its hash as hex": stored.toString("hex"),
    "its hash as the database shows it": `\\x${stored.toString("hex")}`,
    "its hash as base64": stored.toString("base64"),
    "its hash as base64url": stored.toString("base64url"),
    "what the database stores, as it is": stored.toString("latin1"),
    "the hash of its hash": createHash("sha256").update(stored).digest("base64url"),
    "followed by NUL": `${token}\0`,
    "with a comma and itself": `${token},${token}`,
    "in quotes": `"${token}"`,
    "in single quotes": `'${token}'`,
    "with a soft hyphen": `${token}\u00ad`,
    empty: "",
    null: "null",
    undefined: "undefined",
    true: "true",
    "a star": "*",
    "a percent sign": "%",
    "forty-three zeros": "0".repeat(43),
    "an unsigned JWT": none,
    "a JWT signed with nothing": `${signed}.${createHmac("sha256", "").update(signed).digest("base64url")}`,
    "the user's id": userId,
    "the user's e-mail": email,
    "JSON of an admin": JSON.stringify({ _id: userId, role: "admin" }),
    "SQL that is always true": "' or '1'='1",
    "SQL with a comment": `${token}'--`,
    "SQL that adds a row": "'); insert into sessions select * from sessions; --",
    "100 KB long": "A".repeat(100_000),
    "15 KB long": token.padEnd(15_000, "A"),
  };
}

export function tokenAttacks(stolen: Stolen): TokenAttack[] {
  const cookieName = `session-${stolen.port}`;
  const cookie = (value: string, name = cookieName) => [`cookie: ${name}=${value}`];
  const bearer = (value: string, scheme = "Bearer ") => [`authorization: ${scheme}${value}`];
  const { session, access, reset, stored, ended } = stolen;
  const all: TokenAttack[] = [];
  const add = (name: string, headers: string[], rest: Partial<TokenAttack> = {}) =>
    all.push({ name, headers, ...rest });

  for (const [how, value] of Object.entries(forged(session, stored.session, stolen))) {
    add(`session's cookie: ${how}`, cookie(value));
  }
  for (const [how, value] of Object.entries(forged(access, stored.access, stolen))) {
    add(`bearer: ${how}`, bearer(value));
  }
  for (const [why, tokens] of Object.entries(ended)) {
    add(`session's cookie: of ${why}`, cookie(tokens.session));
    add(`bearer: of ${why}`, bearer(tokens.access));
  }
  add("an access token as cookie", cookie(access));
  add("a reset token as cookie", cookie(reset));
  add("a session token as bearer", bearer(session));
  add("a reset token as bearer", bearer(reset));

  add("two cookies of the name, a forged one first", cookie(`forged; ${cookieName}=${session}`));
  add("two cookies of the name, a forged one last", cookie(`${session}; ${cookieName}=forged`));
  add("two cookie headers, a forged one first", [...cookie("forged"), ...cookie(session)]);
  add("the cookie's name in capitals", cookie(session, cookieName.toUpperCase()));
  add("the cookie's name with a blank", cookie(session, `${cookieName} `));
  add("the cookie's name URL-encoded", cookie(session, cookieName.replace("-", "%2D")));
  add("the cookie of a shop on another port", cookie(session, "session-1"));
  add("the cookie's name on https, on http", cookie(session, "__Host-session"));
  add("the cookie's name without a port", cookie(session, "session"));
  add("the cookie of a known browser", cookie(session, `device-0123456789ab-${stolen.port}`));
  add("the cookie in another's value", cookie(`x,${cookieName}=${session}`, "theme"));

  add("Bearer twice in one header", bearer(access, "Bearer Bearer "));
  add("two tokens in one header", bearer(`${access} ${access}`));
  add("two headers, a forged one first", [...bearer("forged"), ...bearer(access)]);
  add("a bearer after a tab", bearer(access, "bearer\t"));
  add("a bearer after nothing", bearer(access, "Bearer"));
  add("a bearer after a colon", bearer(access, "Bearer: "));
  add(
    "a bearer as Basic",
    bearer(Buffer.from(`${stolen.email}:${access}`).toString("base64"), "Basic "),
  );
  add("a bearer as Token", bearer(access, "Token "));
  add("a bearer without its scheme", bearer(access, ""));
  add("a forged bearer beside a good cookie", [...bearer("forged"), ...cookie(session)]);
  add("an empty bearer beside a good cookie", [...bearer("", "Bearer"), ...cookie(session)]);
  add("a token in a header of its own", [`x-access-token: ${access}`, `x-session: ${session}`]);
  add("a user in a header of its own", [
    `x-user: ${stolen.userId}`,
    `x-forwarded-user: ${stolen.email}`,
  ]);

  for (const name of ["token", "accessToken", "access_token", cookieName]) {
    const value = name === cookieName ? session : access;
    add(`a token in the query as ${name}`, [], { query: `?${name}=${value}` });
    add(`a token in the body as ${name}`, [], { body: { [name]: value } });
  }
  return all;
}

export function resetAttacks(stolen: Stolen): { name: string; token: unknown }[] {
  const texts = { ...forged(stolen.reset, stolen.stored.reset, stolen), ...stolen.spentResets };
  return [
    ...Object.entries(texts).map(([name, token]) => ({ name, token })),
    { name: "a session token", token: stolen.session },
    { name: "an access token", token: stolen.access },
    { name: "in a list", token: [stolen.reset] },
    { name: "in an object", token: { token: stolen.reset } },
    { name: "a number", token: 0 },
    { name: "null itself", token: null },
    { name: "true itself", token: true },
    { name: "nothing", token: undefined },
  ];
}
