import type { ClipboardEvent, ComponentPropsWithRef, KeyboardEvent } from "react";
import { Field } from "#web/ui/field.tsx";

type Props = Omit<ComponentPropsWithRef<typeof Field>, "type"> & {
  /** A comma was typed or pasted: browsers leave it out, and 12,50 would become 1250. */
  onComma: () => void;
};

export function NumberField({ onComma, ...field }: Props) {
  function refuse(event: KeyboardEvent | ClipboardEvent) {
    event.preventDefault();
    onComma();
  }
  return (
    <Field
      {...field}
      type="number"
      onKeyDown={(event) => event.key === "," && refuse(event)}
      onPaste={(event) => event.clipboardData.getData("text").includes(",") && refuse(event)}
      // The wheel is for the page, not for the number under it.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
