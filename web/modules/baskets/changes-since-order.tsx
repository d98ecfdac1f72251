import { useLocation } from "react-router";
import type { ChangeSinceOrder } from "#contract/order-again.ts";

/** `cancelled`: the number of the order that its customer changes. */
type State = { changes?: ChangeSinceOrder[]; cancelled?: number };

export function ChangesSinceOrder() {
  const state = useLocation().state as State | null;
  const changes = state?.changes;
  if (!changes) return null;
  return (
    <div role="status" className="border-s-4 border-info ps-3">
      {state.cancelled !== undefined && (
        <p>Order {state.cancelled} is cancelled, and its parts are in your basket again.</p>
      )}
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
