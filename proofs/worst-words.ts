// What is typed into a search to make it take long, or take all there is.
import { list } from "./list.ts";

const longest = 100;
const fill = (piece: string) => piece.repeat(Math.ceil(longest / piece.length)).slice(0, longest);

export const worstWords: readonly string[] = [
  ...["%", "_", "\\", "%%%%", "____", "\\\\\\", "%_%_%_", "\\%", "\\_", "%\\", "*", "?", "."],
  ...["(a+)+$", "^(.*)*$", "(.*.*.*)*x", "[", "(", "(?=a)", "\\b\\w+\\b", "a{99999}", "(a|a)*b"],
  ...[
    fill("%"),
    fill("_"),
    fill("\\"),
    fill("%_"),
    fill("%a"),
    fill("a%"),
    fill("(a+)+"),
    fill(".*"),
  ],
  ...[fill("a"), fill("a "), fill("e r a "), fill("🛞"), fill("🛞 "), fill("é"), fill("e\u0301")],
  ...["a", "e", "1", " ", "-", ",", "brake", "a e i o", "1 2 3 4 5 6 7 8 9", "x".repeat(longest)],
  ...list`
    🛞  👩\u{200d}👩\u{200d}👧\u{200d}👦  ﷺ  İ  ß  ı  \u{200b}  \u{202e}  \u{feff}  '  "  --  ;  \t  \n`,
  ...["' or 1=1", "<>", "&|!", "a & b", ":*", "a <-> b", "\u0301\u0301\u0301", "0".repeat(longest)],
  ...["y".repeat(101), "🛞".repeat(60), "a".repeat(10_000), "%".repeat(5_000)],
];

export const worstLimits: readonly string[] = [
  ...["limit=1000000000", "limit=1e9", "limit=999999999", "limit=-1", "limit=0", "limit=101"],
  ...["limit=9".padEnd(400, "9"), "limit=0x7fffffff", "limit=NaN", "limit=Infinity", "limit="],
  ...["limit=100&limit=1e9", "limit[]=1e9", "newest=1e9", "newest=1000000000", "newest=101"],
];
