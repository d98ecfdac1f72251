import { Deferred } from "#web/ui/placeholder.tsx";
import { PageHead } from "./page-head.tsx";

const loadWishes = async () => (await import("./own-wishes.tsx")).OwnWishes;
const loadFoot = async () => (await import("#web/modules/compare/compare-slot.tsx")).CompareSlot;

export function WishesPage() {
  return (
    <>
      <div className="wide min-h-dvh pb-16">
        <PageHead about="Your parts" title="Wish list" />
        <noscript>
          <p>The wish list needs JavaScript, which is switched off here.</p>
        </noscript>
        <Deferred load={loadWishes} props={{}} />
      </div>
      <Deferred load={loadFoot} props={{}} />
    </>
  );
}
