// Addresses that lead out of the folders from which the shop serves, and addresses that are none.
import { list } from "./list.ts";

/** Files beside the pictures, around the project, and of the system. */
const targets = [
  ...["demo-accounts.json", "postgres.password", "outbox/letter.eml", "emulators/google.json"],
  ...["postgres/PG_VERSION", "package.json", ".env", ".git/config", "server/main.ts"],
  ...["server/modules/orders/tables.ts", "node_modules/fastify/package.json", "etc/passwd"],
  ...["proc/self/environ", "proc/self/cmdline"],
];

const ups: Record<string, string> = {
  plain: "../",
  encoded: "%2e%2e%2f",
  "half encoded": "..%2f",
  "the dots": "%2e%2e/",
  "capital letters": "%2E%2E%2F",
  twice: "%252e%252e%252f",
  backslash: "..\\",
  "encoded backslash": "..%5c",
  "too long": "%c0%ae%c0%ae%c0%af",
  "full width": "\u{ff0e}\u{ff0e}\u{ff0f}",
  doubled: "....//",
  semicolon: "..;/",
  NUL: "..%00/",
};

const roots = ["/", "/images/", "/images/x/", "/assets/", "/api/", "/product/", "//", "/@fs/"];

function climbingPaths(): string[] {
  const depths = [1, 2, 3, 6];
  return Object.values(ups).flatMap((up, way) =>
    targets.flatMap((target, at) => {
      const root = roots[(at + way) % roots.length];
      const depth = depths[(at * 3 + way) % depths.length] ?? 1;
      return [
        `${root}${up.repeat(depth)}${target}`,
        `/images/${up}${target.replaceAll("/", "%2f")}`,
      ];
    }),
  );
}

export function traversalPaths({ project, data }: { project: string; data: string }): string[] {
  const whole = [`${project}/package.json`, `${data}/demo-accounts.json`, "/etc/passwd"];
  const prefixes = [
    "/@fs",
    "/@fs/..",
    "/@id",
    "/file:",
    "/images/",
    "/assets",
    "//",
    "/%2f",
    "/\\",
  ];
  return [
    ...climbingPaths(),
    ...prefixes.flatMap((prefix) => whole.map((file) => prefix + file)),
    ...prefixes.flatMap((prefix) => whole.map((file) => `${prefix}${encodeURIComponent(file)}`)),
    ...targets.flatMap((target) => [`/${target}`, `/assets/${target}`, `/images/${target}`]),
    ...developmentFiles.flatMap((name) => [name, `${name}/`, `/assets${name}`, `${name}?raw`]),
    ...malformed,
  ].map((path) => path.replace(/[^!-~]/g, (sign) => encodeURIComponent(sign)));
}

/** Left behind in the folder of many a site, or served in development only. */
const developmentFiles = [
  ...["/.env", "/.env.local", "/.env.production", "/.git/config", "/.git/HEAD", "/.gitignore"],
  ...["/.npmrc", "/.DS_Store", "/.htaccess", "/.well-known/../.env", "/package-lock.json"],
  ...["/vite.config.ts", "/tsconfig.json", "/@vite/client", "/@vite/env", "/@react-refresh"],
  ...["/__vite_ping", "/main.tsx", "/src/main.tsx", "/server.js", "/dist/renderer/renderer.js"],
  ...["/renderer.js", "/backup.tar", "/dump.sql", "/config.json", "/swagger.json", "/debug"],
  ...["/server-status", "/phpinfo.php", "/wp-login.php", "/actuator/env", "/index.html.br"],
];

const malformed = [
  ...list`
    /%  /%%  /%2  /%zz  /%u002e  /%ff  /%c0%ae  /%ed%a0%80  /%f8%80%80%80  /a%  /%/..
    /images/%/960.webp  /images/%ff/%ff  /assets/%E0%A4%A  /api/%  /api/%ff  /?%  /product?%zz  /#
    /;  /:  /*  /**  /[  /|  /\`id\`  /$HOME  /~root  /%00  /%00.html  /product%00
    /product%0d%0aSet-Cookie:%20a=b  /%0a  /%20  /+  /CON  /aux.txt  /::$DATA  /c:/windows/win.ini
    /%5c%5chost%5cshare  /.  /..  /...`,
  ...["//", "///", "/./", "/../", "//etc//passwd", "/\\\\evil.example", `/${"a/".repeat(2_000)}`],
  ...[`/${"a".repeat(8_000)}`, `/${"%2e".repeat(2_000)}`, `/${"../".repeat(2_000)}etc/passwd`],
];
