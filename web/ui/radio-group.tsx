import { useId } from "react";

type Props<Choice extends string> = {
  label: string;
  /** What each is called. */
  choices: Record<Choice, string>;
  value: Choice;
  onChoose: (choice: Choice) => void;
};

/** One of a few, all to be seen at once. */
export function RadioGroup<Choice extends string>({
  label,
  choices,
  value,
  onChoose,
}: Props<Choice>) {
  const group = useId();
  return (
    <fieldset className="join min-w-0">
      <legend className="sr-only">{label}</legend>
      {Object.entries<string>(choices).map(([choice, name]) => (
        <label
          key={choice}
          className="btn btn-outline join-item relative h-11 border-base-content/50 px-3 font-medium has-checked:bg-secondary has-checked:text-secondary-content has-focus-visible:z-1 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary sm:px-4"
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
