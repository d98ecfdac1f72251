import { type ComponentPropsWithRef, useId } from "react";
import { Around, described, type Labelled, look } from "./field.tsx";

type Props = Labelled & Omit<ComponentPropsWithRef<"textarea">, "id" | "className">;

/** For more than a line. */
export function TextArea({ label, error, hint, rows = 3, ...area }: Props) {
  const id = useId();
  return (
    <Around id={id} label={label} error={error} hint={hint}>
      <textarea
        rows={rows}
        {...area}
        {...described(id, error, hint)}
        className={`textarea leading-relaxed ${look}`}
      />
    </Around>
  );
}
