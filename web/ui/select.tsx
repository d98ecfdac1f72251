import { useId } from "react";

type Props<Choice extends string> = {
  label: string;
  /** What each is called. */
  choices: Record<Choice, string>;
  value: Choice;
  onChoose: (choice: Choice) => void;
};

/** One of several, of which only the present one needs to be seen. */
export function Select<Choice extends string>({ label, choices, value, onChoose }: Props<Choice>) {
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
