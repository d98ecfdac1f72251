import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { CheckBox } from "#web/ui/choice.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

export function SecurityFields({ form }: { form: SettingsForm<"security"> }) {
  const { value, errors, overridden, set } = form;
  const variable = overridden.requireSecondFactor;
  return (
    <FormSection
      title="Second factor for admins"
      hint="Recommended: a password that somebody learned does not open the shop's desk then. Customers are not affected."
      error={errors.requireSecondFactor}
    >
      <CheckBox
        label="Admins need a second factor"
        checked={value.requireSecondFactor}
        disabled={variable !== undefined}
        onChange={(requireSecondFactor) => set({ requireSecondFactor })}
      />
      {variable && <p className="text-sm">Set by {variable} in the environment of the shop.</p>}
      <ul className="grid max-w-prose list-disc gap-1 ps-5 leading-relaxed">
        <li>
          First add a passkey or an authenticator app to your own account, under{" "}
          <PageLink to={paths.security} className="link font-medium">
            Sign-in and security
          </PageLink>
          . Then sign in with it.
        </li>
        <li>
          Tell the other admins: until they have one, they can only use the shop as customers.
        </li>
        <li>
          The shop asks for it at each sign-in, and again within 15 minutes before money, roles and
          settings.
        </li>
        <li>API keys then make no calls about money, roles and settings.</li>
      </ul>
    </FormSection>
  );
}
