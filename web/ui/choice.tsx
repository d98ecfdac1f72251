import { type ReactNode, useId } from "react";

type Props<Choice extends string> = {
  label: ReactNode;
  choices: Record<Choice, string>;
  value: Choice;
  onChoose: (choice: Choice) => void;
};

const looks = {
  joined: {
    group: "join flex-wrap",
    choice:
      "btn btn-outline join-item h-11 border-base-content/50 font-medium has-focus-visible:z-1 sm:px-4",
  },
  chips: {
    group: "flex flex-wrap gap-2",
    choice:
      "inline-flex min-h-10 cursor-pointer items-center border border-base-content/60 text-sm has-checked:border-secondary",
  },
};

export function RadioGroup<Choice extends string>({
  label,
  choices,
  value,
  onChoose,
  look = "joined",
}: Props<Choice> & { look?: keyof typeof looks }) {
  const group = useId();
  return (
    <fieldset className={`min-w-0 ${looks[look].group}`}>
      <legend className="sr-only">{label}</legend>
      {Object.entries<string>(choices).map(([choice, name]) => (
        <label
          key={choice}
          className={`relative px-3 has-checked:bg-secondary has-checked:text-secondary-content has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${looks[look].choice}`}
        >
          <input
            type="radio"
            className="absolute inset-0 cursor-pointer opacity-0"
            name={group}
            value={choice}
            checked={choice === value}
            onChange={() => onChoose(choice as Choice)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

export function Select<Choice extends string>({
  label,
  choices,
  value,
  onChoose,
  autoComplete,
}: Props<Choice> & { autoComplete?: string | undefined }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="select h-11 w-full border-base-content/50 bg-base-100 text-base"
        value={value}
        autoComplete={autoComplete}
        onChange={(event) => onChoose(event.target.value as Choice)}
      >
        {Object.entries<string>(choices).map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

type BoxProps = {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

export function CheckBox({ label, checked, disabled, onChange }: BoxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-base-content"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
