// Addresses of another origin, written so that they look like a path.
const beginnings = [
  ...["//", "///", "////", "/\\", "\\/", "\\\\", "/\\/", "\\//", "/\\\\", "//\\"],
  ...["/\t/", "/\n/", "/\r/", "\t//", "\n//", "/\t\\", " //", "/ /", "\u00a0//", "\u0000//"],
  ...["/\u0000/", "\ufeff//", "/%09/", "/%0a/", "/%0d%0a/", "/%2f", "%2f%2f", "/%5c", "%5c%5c"],
  ...["/%252f", "%252f%252f", "/.//", "/..//", "/./\\", "/x/..//", "/%2e%2e//", "/;//", "/?//"],
  ...["／／", "/／", "//user@", "//user:pw@", "//localhost@", "//localhost:3000@", "/@"],
  ...["http://", "https://", "HTTPS://", "https:", "https:/", "https:\\\\", "https:///", "http:"],
  ...["https://localhost@", "https://localhost%40", "https://localhost:3000\\@", "ftp://"],
  ...["ws://", "file://", "blob:https://", "view-source:https://", "/https://", "@"],
];
const scripts = [
  "javascript:alert(1)",
  "javascript://%0aalert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  " javascript:alert(1)",
  "/javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "about:blank",
  "//[::1]/",
  "//2130706433/",
  "//0x7f.1/",
  "/\\/\\/elsewhere.example\\@localhost",
];
const hosts = [
  "elsewhere.example",
  "elsewhere.example/dashboard?x=1#y",
  "elsewhere.example:443\\@x",
];

export const foreignAddresses = [
  ...beginnings.flatMap((beginning) => hosts.map((host) => beginning + host)),
  ...scripts,
];
