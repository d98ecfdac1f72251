import { Deferred } from "#web/ui/placeholder.tsx";
import { PageHead } from "./page-head.tsx";

const loadGarage = async () => (await import("./own-garage.tsx")).OwnGarage;

export function GaragePage() {
  return (
    <div className="wide min-h-dvh pb-16">
      <PageHead about="Your cars" title="Garage" />
      <noscript>
        <p>The garage needs JavaScript, which is switched off here.</p>
      </noscript>
      <Deferred load={loadGarage} props={{}} />
    </div>
  );
}
