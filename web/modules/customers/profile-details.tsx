import type { Profile } from "#contract/customers.ts";

export function ProfileDetails({ profile }: { profile: Profile }) {
  const lines = {
    Education: profile.education,
    Location: profile.location,
    Number: profile.number,
  };
  return (
    <dl className="divide-y divide-base-300 border-y border-base-300">
      {Object.entries(lines).map(([label, value]) => (
        <div key={label} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[9rem_1fr]">
          <dt className="text-sm font-semibold text-base-content/75 sm:pt-0.5">{label}</dt>
          <dd className="wrap-anywhere">
            {value || <span className="text-base-content/75">Nothing here yet</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
