import { Suspense } from "react";
import type { CompanySettings } from "#contract/company-settings.ts";
import { listDetails, missingSellerDetails } from "#contract/rules/missing-seller-details.ts";
import { TextArea } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { late } from "#web/ui/late.tsx";
import { TextInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

const LogoField = late(async () => (await import("#web/app/logo-field.tsx")).LogoField);

const labels = {
  name: "Company",
  country: "Country (two letters)",
  vatId: "VAT or tax number",
  email: "E-mail",
  phone: "Phone",
  timeZone: "Time zone of the works",
  accountHolder: "Account holder",
  iban: "IBAN",
  bic: "BIC (optional)",
  bankName: "Bank (optional)",
};

export function CompanyFields({ form }: { form: SettingsForm<"company"> }) {
  const { value, errors, overridden, set } = form;
  const text = (name: keyof typeof labels) => (
    <TextInput
      label={labels[name]}
      value={value[name]}
      error={errors[name]}
      readOnly={overridden[name] !== undefined}
      hint={overridden[name] && `Set by ${overridden[name]} in the environment of the shop`}
      onChange={(text) => set({ [name]: text } as Partial<CompanySettings>)}
    />
  );
  const lacks = missingSellerDetails(value, { chargesTax: true });
  return (
    <>
      {lacks.length > 0 && (
        <p className="border-s-4 border-warning ps-3">
          Invoices and credit notes must name you. They wait for your company's {listDetails(lacks)}
          {lacks.includes("vatId") && ", the last where you charge tax"}.
        </p>
      )}
      <FormSection
        title="Company"
        hint="Stands on invoices, in letters, in the imprint and on the page Contact Us. The time zone says when a day begins and ends; all days and times are shown in it."
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {text("name")}
          {text("vatId")}
          {text("country")}
          {text("timeZone")}
          {text("email")}
          {text("phone")}
        </div>
        <Suspense>
          <LogoField logo={value.logo} error={errors.logo} onChange={(logo) => set({ logo })} />
        </Suspense>
        <TextArea
          label="Opening hours"
          hint="Stand on the page Contact Us and in the imprint."
          rows={2}
          value={value.openingHours}
          error={errors.openingHours}
          maxLength={500}
          onChange={({ target }) => set({ openingHours: target.value })}
        />
        <TextArea
          label="Address"
          value={value.address}
          error={errors.address}
          maxLength={1_000}
          onChange={({ target }) => set({ address: target.value })}
        />
      </FormSection>
      <FormSection
        title="Bank account"
        hint="Companies pay what they buy on account to it. It stands on their invoices, on the pages of their orders and in reminders."
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {text("accountHolder")}
          {text("iban")}
          {text("bic")}
          {text("bankName")}
        </div>
      </FormSection>
    </>
  );
}
