// Text that becomes SQL where somebody glues it into a statement. Each asks for the next number of a
// sequence that nothing else asks for, and a sequence does not go back when a transaction does: one
// number more shows that something ran, however the statement ended.
import { list } from "./list.ts";

export const canary = "injected";

const ask = `nextval('${canary}')`;
/** The same without a quotation mark, which some would take away or double. */
const quietly = `nextval(chr(105)||chr(110)||chr(106)||chr(101)||chr(99)||chr(116)||chr(101)||chr(100))`;
const withDollars = `nextval($$${canary}$$)`;

/** What stands before, to leave where the text was put; and what comes after it. */
const exits = ["", ...list`'  "  ')  '))  ")  %'  ')))  1  1)  $$  \\'  '::text  ''`];
const joins = list`
  \x20or CALL>0  \x20and 1=(select CALL)  ||(select CALL)||  ; select CALL  \x20union select CALL
  , (select CALL)  \x20limit (select CALL)`;
const ends = ["--", "/*", " -- -", ";--", "", "::text||'", " or '1'='1"];

const woven = exits.flatMap((exit, at) =>
  joins.map((join, number) => {
    const call = [ask, quietly, withDollars][(at + number) % 3] ?? ask;
    return `${exit}${join.replace("CALL", () => call)}${ends[(at * joins.length + number) % ends.length]}`;
  }),
);

/** What guards have let through before, and what only breaks the statement. */
const known = list`
  '  ''  "  \\  \\'  ';  --  /*  */  $$  $1  :1  ?  %  _  %'  ' or ''='  ' or 1=1--  admin'--
  1 or 1=1  1;drop table parts  0x27  %27  %2527  (select ${ask})  ${ask}  '||(${ask})||'
  \u02bc or ${ask}>0--  \uff07 or ${ask}>0--  \u2019 or ${ask}>0--  '\u0000 or ${ask}>0--
  '/**/or/**/${ask}>0--  '\tor\t${ask}>0--  '\nor ${ask}>0--
  ';do $x$ begin perform ${withDollars}; end $x$;--  ';copy (select ${withDollars}) to stdout;--
  ' and 1=cast((select ${ask}) as int)--  \\'; select ${ask};--  {"$gt": "' or ${ask}>0--"}
  name" desc, (select ${ask}) --  desc, (select ${ask})  case when ${ask}>0 then 1 else 2 end
  U&'\\0027 or ${ask}>0--  E'\\' or ${ask}>0--  '; notify changes, 'parts'; select ${ask};--
  '||pg_sleep(0)||(select ${ask})||'  ') returning (select ${ask})--  '), ((select ${ask})::text)--`;

export const injections: readonly string[] = [...known, ...woven];
