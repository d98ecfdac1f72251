// Checks secrets for production. Messages name the variable and never its value.

const shortest = 16;

type Rule = {
  begins?: RegExp;
  like?: string;
  isPublic?: boolean;
};

const rules = {
  STRIPE_SECRET_KEY: { begins: /^(sk|rk)_/, like: "sk_live_ or rk_live_" },
  STRIPE_PUBLISHABLE_KEY: { begins: /^pk_/, like: "pk_live_" },
  STRIPE_WEBHOOK_SECRET: { begins: /^whsec_/, like: "whsec_" },
  GOOGLE_CLIENT_ID: { isPublic: true },
  GOOGLE_CLIENT_SECRET: {},
  IMAGE_HOST_KEY: {},
  METRICS_TOKEN: {},
  S3_ACCESS_KEY_ID: { isPublic: true },
  S3_SECRET_ACCESS_KEY: {},
} as const satisfies Record<string, Rule>;

const withPassword = [
  "DATABASE_URL" as const,
  "DATABASE_POOLER_URL" as const,
  "DATABASE_REPLICA_URL" as const,
  "SMTP_URL" as const,
];

export type SecretName = keyof typeof rules | (typeof withPassword)[number];

export function secretProblems(values: { [Name in SecretName]?: string | undefined }): string[] {
  const ofKeys = Object.entries<Rule>(rules).flatMap(([name, rule]) => {
    const value = values[name as SecretName];
    const problem = value === undefined ? undefined : problemOf(value, rule);
    return problem ? [`${name} ${problem}`] : [];
  });
  const ofPasswords = withPassword.flatMap((name) => {
    const password = passwordIn(values[name] ?? "");
    return password && isPlaceholder(password)
      ? [`${name} has a well-known password: set one of your own`]
      : [];
  });
  return [...ofKeys, ...ofPasswords];
}

function problemOf(value: string, { begins, like, isPublic }: Rule): string | undefined {
  if (value !== value.trim()) return "begins or ends with a blank";
  if (isPlaceholder(value)) return "is a placeholder: set your own";
  if (begins && /^[a-z]+_test_/i.test(value)) {
    return "is a test key: payments with it are not real";
  }
  if (begins && !begins.test(value)) return `is another kind of key: this one begins with ${like}`;
  if (!isPublic && value.length < shortest) {
    return `is too short to be a secret: at least ${shortest} characters`;
  }
  return undefined;
}

const placeholders = [
  /^(secret|password|passwd|test|testing|default|admin|root|postgres|demo|shop|key|none|null|undefined)\d*$/i,
  /(change|replace)[-_ ]?(me|this|it)/i,
  /(^|[-_ <])your[-_ ]/i,
  /placeholder|example|dummy|stand-?in|x{5}|\.\.\.|^<.*>$/i,
];

function isPlaceholder(value: string): boolean {
  const own = value.replace(/^((sk|rk|pk)_((live|test)_)?|whsec_|GOCSPX-)/i, "");
  const characters = new Set(own).size;
  const isMonotonous = characters <= 2 || (own.length >= shortest && characters <= 5);
  return isMonotonous || placeholders.some((words) => words.test(own));
}

function passwordIn(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { password } = new URL(address);
  return password === "" ? undefined : decoded(password);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
