import { callRoot } from "#contract/call.ts";
import { ownDataCalls } from "#contract/own-data.ts";
import { DeleteAccount } from "./delete-account.tsx";

export function OwnData() {
  return (
    <section aria-labelledby="own-data" className="mt-10">
      <h3 id="own-data" className="mb-1 text-lg font-bold">
        Your data
      </h3>
      <p className="mb-4 max-w-xl leading-relaxed text-base-content/80">
        One file (JSON) with everything that the shop knows of you: account, profile, reviews,
        orders, where you are signed in, and the pictures that you uploaded.
      </p>
      <a
        className="btn btn-outline"
        href={callRoot + ownDataCalls.read.path}
        download="my-shop-data.json"
      >
        Download my data
      </a>
      <DeleteAccount />
    </section>
  );
}
