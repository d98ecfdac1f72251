import { type ComponentPropsWithRef, useEffect, useRef, useState } from "react";
import { type Cents, toDollars } from "#contract/rules/money.ts";
import { readPrice } from "#contract/rules/read-price.ts";
import { Field, type LabelProps } from "#web/ui/field.tsx";
import { formatDollars } from "./format.tsx";

type Props = LabelProps & {
  /** As it is typed, for `readMoney`. */
  value: string;
  onChange: (text: string) => void;
  /** After one of two possible amounts was chosen. */
  onChoose?: (text: string) => void;
  /** What may only be less is not offered as an answer. */
  most?: Cents;
  /** An amount more or less, such as "-0.50". */
  isSigned?: boolean;
} & Pick<
    ComponentPropsWithRef<"input">,
    "ref" | "name" | "type" | "disabled" | "placeholder" | "aria-label" | "onBlur"
  >;

const notAPrice = "Must be a price in dollars, such as 12.50";

/** Every field in which money is typed: "54,90" is 54.90, and what may be two amounts is asked. */
export function MoneyField(props: Props) {
  const { value, onChange, onChoose = onChange, most, isSigned, error, onBlur, ...input } = props;
  const [isTyping, setTyping] = useState(false);
  const [dropped, setDropped] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  const [sign, unsigned] = isSigned ? splitSign(value) : ["", value];
  const amounts = findAmounts(unsigned, most);
  const isAsking = amounts.length > 0 && (!isTyping || error !== undefined);

  useEffect(() => {
    const shown = frame.current;
    const insert = (event: InputEvent) => setDropped(insertAsNumber(event));
    shown?.addEventListener("beforeinput", insert);
    return () => shown?.removeEventListener("beforeinput", insert);
  }, []);

  return (
    <div ref={frame} className="grid gap-2">
      <Field
        // The keys of numbers have no sign on every phone.
        inputMode={isSigned ? "text" : "decimal"}
        autoComplete="off"
        {...input}
        {...(input.type === "number" && { step: "any" })}
        value={value}
        error={isAsking ? askWhichAmount(value, amounts, sign) : dropped || error}
        onChange={({ target }) => {
          setTyping(true);
          onChange(target.value);
        }}
        onBlur={(event) => {
          setTyping(false);
          onBlur?.(event);
        }}
        // The wheel scrolls the page, not the number.
        onWheel={({ currentTarget }) => input.type === "number" && currentTarget.blur()}
      />
      {isAsking && (
        <p className="flex flex-wrap gap-3">
          {amounts.map((amount) => (
            <button
              key={amount}
              type="button"
              className="btn btn-outline btn-sm"
              onClick={() => onChoose(`${sign}${amount.toFixed(2)}`)}
            >
              {sign}${formatDollars(amount)}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

/** Without the answer to what may be two amounts it is none. */
export function readMoney(text: string): { dollars: number } | { problem: string } {
  const reading = readPrice(text);
  if ("cents" in reading) return { dollars: toDollars(reading.cents) };
  if ("problem" in reading) return reading;
  return { problem: askWhichAmount(text, findAmounts(text)) };
}

export function readSignedMoney(text: string): { dollars: number } | { problem: string } {
  const [sign, unsigned] = splitSign(text);
  const reading = readMoney(unsigned);
  return sign === "-" && "dollars" in reading ? { dollars: -reading.dollars } : reading;
}

function splitSign(text: string): [sign: string, unsigned: string] {
  const [, sign = "", unsigned = ""] = /^\s*([+\-−]?)(.*)$/s.exec(text) ?? [];
  return [sign.replace("−", "-"), unsigned];
}

export function askWhichAmount(text: string, amounts: readonly number[], sign = ""): string {
  const words = amounts.map((amount) => `${sign}$${formatDollars(amount)}`).join(" or ");
  return `Is “${text.trim()}” ${words}?`;
}

function findAmounts(text: string, most = Number.POSITIVE_INFINITY): number[] {
  const reading = readPrice(text);
  return "question" in reading
    ? reading.question.filter((cents) => cents > 0 && cents <= most).map(toDollars)
    : [];
}

/**
 * Fields of numbers drop commas, typed, pasted or dragged, and 54,90 would become 5490.
 * Answers the problem of what is not inserted.
 */
function insertAsNumber(event: InputEvent): string {
  const { target, data } = event;
  const isNumber = target instanceof HTMLInputElement && target.type === "number";
  if (!isNumber || !data?.includes(",")) return "";
  event.preventDefault();
  const text = data === "," ? "." : toNumberText(data);
  if (text === undefined || (data === "," && target.value.includes("."))) return notAPrice;
  // The only way to insert at the caret of such a field.
  document.execCommand("insertText", false, text);
  return "";
}

function toNumberText(pasted: string): string | undefined {
  const reading = readPrice(pasted);
  if ("problem" in reading) return undefined;
  if ("question" in reading) return pasted.trim().replace(",", ".");
  return toDollars(reading.cents).toFixed(2);
}
