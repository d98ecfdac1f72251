import type { PartInList } from "#contract/catalog.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import { AddButton } from "#web/modules/baskets/add-button.tsx";
import { readSession } from "#web/modules/identity/session.ts";

type Props = {
  part: PartInList;
  onUse: () => void;
};

export function GridAddButton({ part, onUse }: Props) {
  return (
    isOrderable(part) && (
      <AddButton part={part} readUser={() => readSession()?.user} onUse={onUse} />
    )
  );
}
