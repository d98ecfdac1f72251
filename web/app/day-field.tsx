import { Field } from "#web/ui/field.tsx";
import { useDebouncedInput } from "#web/ui/use-debounced-input.ts";
import { isDay } from "./day.ts";

type Props = {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (day: string) => void;
};

export function DayField({ label, value, error, onChange }: Props) {
  const { text, setText } = useDebouncedInput(
    value,
    (day) => (isDay(day) || day === "") && onChange(day),
  );
  return (
    <Field
      label={label}
      type="date"
      error={error}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
