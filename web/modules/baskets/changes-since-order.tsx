import { useLocation } from "react-router";
import type { ChangeSinceOrder } from "#contract/order-again.ts";

export function ChangesSinceOrder() {
  const state = useLocation().state as { changes?: ChangeSinceOrder[] } | null;
  const changes = state?.changes;
  if (!changes) return null;
  return (
    <div role="status" className="border-s-4 border-info ps-3">
      <p className="font-semibold">
        {changes.length === 0
          ? "Everything is as it was in your order."
          : "Since your order this has changed:"}
      </p>
      <ul>
        {changes.map(({ number, name, says }) => (
          <li key={number}>
            <span className="font-mono">{number}</span> {name}: {says}
          </li>
        ))}
      </ul>
    </div>
  );
}
