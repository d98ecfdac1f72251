import { FormSection } from "#web/ui/form-section.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { DiscountFields } from "./discount-fields.tsx";
import { PriceListFields } from "./price-list-fields.tsx";
import { TextInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Form = SettingsForm<"discounts">;
type Group = Form["value"]["groups"][number];

export function OfferFields({ form }: { form: Form }) {
  const { value, errors, set } = form;
  const named = Object.fromEntries(value.groups.map(({ id, name }) => [id, name || id]));
  const groups = { "": "Everybody", ...named };
  return (
    <>
      <DiscountFields form={form} groups={groups} />
      <PriceListFields form={form} groups={groups} />
      <FormSection
        title="Groups of customers"
        hint="Who is in a group is chosen on the page Make Admin, for all people of a company on its page under Companies. Who is in two pays, of each part, the lower price, and has the discounts of both."
        error={errors.groups}
      >
        <RowList<Group>
          itemName="group"
          rows={value.groups}
          emptyRow={{ id: "", name: "" }}
          max={20}
          onChange={(groups) => set({ groups })}
        >
          {(group, at, change) => (
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <TextInput
                label={`Group ${at + 1}`}
                value={group.name}
                error={errors[`groups.${at}.name`]}
                onChange={(name) => change({ name })}
              />
              <TextInput
                label={`Short name of group ${at + 1}`}
                value={group.id}
                error={errors[`groups.${at}.id`]}
                placeholder="workshops"
                onChange={(id) => change({ id })}
              />
            </div>
          )}
        </RowList>
      </FormSection>
    </>
  );
}
