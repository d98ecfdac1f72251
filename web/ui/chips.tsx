import { useId } from "react";

type Props<Choice extends string> = {
  label: string;
  choices: Record<Choice, string>;
  value: Choice;
  onChoose: (choice: Choice) => void;
};

export function Chips<Choice extends string>({ label, choices, value, onChoose }: Props<Choice>) {
  const group = useId();
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {Object.entries<string>(choices).map(([choice, name]) => (
        <label
          key={choice}
          className="relative inline-flex min-h-10 cursor-pointer items-center border border-base-content/60 px-3 text-sm has-checked:border-secondary has-checked:bg-secondary has-checked:text-secondary-content has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
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
