import { type ComponentPropsWithRef, useId } from "react";
import { ariaProps, FieldFrame, inputClasses, type LabelProps } from "./field.tsx";

type Props = LabelProps & Omit<ComponentPropsWithRef<"textarea">, "id" | "className">;

/** For more than a line. */
export function TextArea({ label, error, hint, rows = 3, ...area }: Props) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        rows={rows}
        {...area}
        {...ariaProps(id, error, hint)}
        className={`textarea leading-relaxed ${inputClasses}`}
      />
    </FieldFrame>
  );
}
