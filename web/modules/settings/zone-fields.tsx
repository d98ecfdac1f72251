import { FormSection } from "#web/ui/form-section.tsx";
import { newKey, RowList } from "#web/ui/row-list.tsx";
import { TextInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Zone = SettingsForm<"delivery">["value"]["zones"][number];
type Place = Zone["places"][number];

const emptyPlace: Omit<Place, "key"> = { country: "", region: "", from: "", to: "" };

export function ZoneFields({ form: { value, errors, set } }: { form: SettingsForm<"delivery"> }) {
  return (
    <FormSection
      title="Zones"
      hint="Where you deliver. A range of postcodes beats a region, a region its country, a country the places named *."
      error={errors.zones}
    >
      <RowList<Zone>
        itemName="zone"
        rows={value.zones}
        emptyRow={{ id: "", name: "", places: [{ ...emptyPlace, key: newKey() }] }}
        max={50}
        onChange={(zones) => set({ zones })}
      >
        {(zone, at, change) => (
          <div className="grid gap-3">
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <TextInput
                label={`Zone ${at + 1}`}
                value={zone.name}
                error={errors[`zones.${at}.name`]}
                onChange={(name) => change({ name })}
              />
              <TextInput
                label={`Short name of zone ${at + 1}`}
                value={zone.id}
                error={errors[`zones.${at}.id`]}
                placeholder="north-america"
                onChange={(id) => change({ id })}
              />
            </div>
            <RowList<Place>
              itemName={`place of zone ${at + 1}`}
              rows={zone.places}
              emptyRow={emptyPlace}
              max={300}
              onChange={(places) => change({ places })}
            >
              {(place, placeAt, changePlace) => {
                const path = `zones.${at}.places.${placeAt}`;
                const text = (name: "country" | "region" | "from" | "to", label: string) => (
                  <TextInput
                    label={`${label} ${placeAt + 1}`}
                    value={place[name]}
                    error={errors[`${path}.${name}`]}
                    onChange={(text) => changePlace({ [name]: text })}
                  />
                );
                return (
                  <div className="grid gap-2">
                    <div className="grid items-start gap-3 sm:grid-cols-4">
                      {text("country", "Country")}
                      {text("region", "Region")}
                      {text("from", "Postcodes from")}
                      {text("to", "to")}
                    </div>
                    {errors[path] && (
                      <p className="text-sm font-medium text-error">{errors[path]}</p>
                    )}
                  </div>
                );
              }}
            </RowList>
          </div>
        )}
      </RowList>
    </FormSection>
  );
}
