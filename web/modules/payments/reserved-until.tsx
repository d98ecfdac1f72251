import { formatDateTime } from "#web/app/format.tsx";

export function ReservedUntil({ heldUntil }: { heldUntil: string | null }) {
  return (
    <p className="mb-4 max-w-xl print:hidden">
      {heldUntil === null
        ? "The parts are not reserved for you. If they are sold out before your payment arrives, you get your money back in full."
        : `We keep the parts for you until ${formatDateTime(heldUntil)}. Your bank may ask you to confirm.`}
    </p>
  );
}
