import { type ComponentPropsWithRef, useState } from "react";
import { type Cents, toCents, toDollars } from "#contract/rules/money.ts";
import { MoneyField, readMoney } from "#web/app/money-field.tsx";
import { CheckBox } from "#web/ui/choice.tsx";
import { Field, type LabelProps } from "#web/ui/field.tsx";

type Props<Value> = LabelProps & {
  value: Value;
  onChange: (value: Value) => void;
} & Pick<
    ComponentPropsWithRef<"input">,
    "type" | "inputMode" | "maxLength" | "readOnly" | "placeholder"
  >;

export function TextInput({ onChange, ...props }: Props<string>) {
  return <Field {...props} autoComplete="off" onChange={({ target }) => onChange(target.value)} />;
}

type Reading = { toValue: (typed: number) => number; write: (value: number) => string };

/** What is no number is sent as it was typed, so that the server's message stands at the field. */
function createNumberInput({ toValue, write }: Reading) {
  function read(text: string): number | null {
    const trimmed = text.trim();
    if (trimmed === "") return null;
    const typed = Number(trimmed.replace(",", "."));
    return Number.isNaN(typed) ? (trimmed as unknown as number) : toValue(typed);
  }
  const show = (value: number | null) => (value === null ? "" : write(value));
  return function NumberInput({ value, onChange, ...props }: Props<number | null>) {
    // Shown as it was typed until the value is another: discarded, or saved by somebody else.
    const [text, setText] = useState("");
    return (
      <Field
        {...props}
        value={read(text) === value ? text : show(value)}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => {
          setText(target.value);
          onChange(read(target.value));
        }}
      />
    );
  };
}

export const WholeInput = createNumberInput({ toValue: (typed) => typed, write: String });
export const PercentInput = createNumberInput({
  toValue: (percent) => Math.round(percent * 1e8) / 1e6,
  write: (basisPoints) => `${basisPoints / 100}`,
});

export function DollarsInput({ value, onChange, ...props }: Props<Cents | null>) {
  const [text, setText] = useState("");
  return (
    <MoneyField
      {...props}
      value={readCents(text) === value ? text : writeCents(value)}
      onChange={(typed) => {
        setText(typed);
        onChange(readCents(typed));
      }}
    />
  );
}

/** What is no amount yet is sent as it was typed, and refused. */
function readCents(text: string): Cents | null {
  const reading = readMoney(text);
  if ("dollars" in reading) return toCents(reading.dollars);
  return text.trim() === "" ? null : (text.trim() as unknown as Cents);
}

const writeCents = (value: Cents | null) =>
  typeof value === "number" ? toDollars(value).toFixed(2) : (value ?? "");

type WordsProps = LabelProps & { value: string[]; onChange: (words: string[]) => void };

const splitWords = (text: string) => text.split(/[\s,]+/).filter(Boolean);

export function WordsInput({ value, onChange, ...props }: WordsProps) {
  const [text, setText] = useState("");
  const words = value.join(" ");
  return (
    <TextInput
      {...props}
      value={splitWords(text).join(" ") === words ? text : words}
      onChange={(next) => {
        setText(next);
        onChange(splitWords(next));
      }}
    />
  );
}

const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

type WeekdaysProps = {
  label: string;
  value: number[];
  error: string | undefined;
  onChange: (days: number[]) => void;
};

export function Weekdays({ label, value, error, onChange }: WeekdaysProps) {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {weekdayNames.map((name, at) => (
          <CheckBox
            key={name}
            label={name}
            checked={value.includes(at + 1)}
            onChange={(checked) =>
              onChange(
                checked
                  ? [...value, at + 1].sort((one, other) => one - other)
                  : value.filter((day) => day !== at + 1),
              )
            }
          />
        ))}
      </div>
      {error && <p className="text-sm font-medium text-error">{error}</p>}
    </fieldset>
  );
}
