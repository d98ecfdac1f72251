import { CheckBox, Select } from "#web/ui/choice.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { InRow } from "#web/ui/in-row.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { DollarsInput, PercentInput, TextInput, WholeInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type List = SettingsForm<"discounts">["value"]["priceLists"][number];
type Percent = List["percents"][number];
type Price = List["prices"][number];

const emptyList: Omit<List, "key"> = {
  id: "",
  name: "",
  group: null,
  percents: [],
  prices: [],
  active: true,
  from: null,
  until: null,
};

type Props = { form: SettingsForm<"discounts">; groups: Record<string, string> };

export function PriceListFields({ form: { value, errors, set }, groups }: Props) {
  return (
    <FormSection
      title="Price lists"
      hint="For a group of customers, or steps by quantity for everybody. The first list that says something of a part counts; nothing gets dearer by one. Dates are in the time of the works."
      error={errors.priceLists}
    >
      <RowList<List>
        itemName="price list"
        rows={value.priceLists}
        emptyRow={emptyList}
        max={50}
        onChange={(priceLists) => set({ priceLists })}
      >
        {(list, at, change) => (
          <ListRow
            list={list}
            at={at + 1}
            groups={groups}
            errorOf={(name) => errors[`priceLists.${at}.${name}`]}
            change={change}
          />
        )}
      </RowList>
    </FormSection>
  );
}

type RowProps = {
  list: List;
  at: number;
  groups: Record<string, string>;
  errorOf: (field: string) => string | undefined;
  change: (values: Partial<List>) => void;
};

function ListRow({ list, at, groups, errorOf, change }: RowProps) {
  const moment = (name: "from" | "until", label: string) => (
    <TextInput
      label={<InRow row={at}>{label}</InRow>}
      type="datetime-local"
      value={list[name] ?? ""}
      hint={name === "from" ? "Empty: at once" : "Empty: for good"}
      error={errorOf(name)}
      onChange={(text) => change({ [name]: text || null })}
    />
  );
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <TextInput
          label={`Price list ${at}`}
          value={list.name}
          error={errorOf("name")}
          onChange={(name) => change({ name })}
        />
        <TextInput
          label={<InRow row={`of price list ${at}`}>Short name</InRow>}
          value={list.id}
          error={errorOf("id")}
          onChange={(id) => change({ id })}
        />
        <Select
          label={<InRow row={`of price list ${at}`}>Customers</InRow>}
          choices={groups}
          value={list.group ?? ""}
          onChoose={(group) => change({ group: group || null })}
        />
        {moment("from", "Price list begins")}
        {moment("until", "Price list ends")}
      </div>
      {errorOf("group") && <p className="text-sm font-medium text-error">{errorOf("group")}</p>}
      <RowList<Percent>
        itemName={`percentage of price list ${at}`}
        rows={list.percents}
        emptyRow={{ from: 1, percentBp: 0 }}
        max={20}
        onChange={(percents) => change({ percents })}
      >
        {(percent, row, changeRow) => (
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <WholeInput
              label={<InRow row={row + 1}>From pieces of one part</InRow>}
              value={percent.from}
              error={errorOf(`percents.${row}.from`)}
              onChange={(from) => changeRow({ from: from as number })}
            />
            <PercentInput
              label={<InRow row={row + 1}>Percent less</InRow>}
              value={percent.percentBp}
              error={errorOf(`percents.${row}.percentBp`)}
              onChange={(percentBp) => changeRow({ percentBp: percentBp as number })}
            />
          </div>
        )}
      </RowList>
      <RowList<Price>
        itemName={`price of price list ${at}`}
        rows={list.prices}
        emptyRow={{ part: "", from: 1, cents: 0 }}
        max={2_000}
        onChange={(prices) => change({ prices })}
      >
        {(price, row, changeRow) => (
          <div className="grid items-start gap-3 sm:grid-cols-3">
            <TextInput
              label={<InRow row={row + 1}>Number of the part</InRow>}
              value={price.part}
              error={errorOf(`prices.${row}.part`)}
              onChange={(part) => changeRow({ part })}
            />
            <WholeInput
              label={<InRow row={row + 1}>From pieces</InRow>}
              value={price.from}
              error={errorOf(`prices.${row}.from`)}
              onChange={(from) => changeRow({ from: from as number })}
            />
            <DollarsInput
              label={<InRow row={row + 1}>Price of a piece ($)</InRow>}
              value={price.cents}
              error={errorOf(`prices.${row}.cents`)}
              onChange={(cents) => changeRow({ cents: cents as number })}
            />
          </div>
        )}
      </RowList>
      <CheckBox
        label={<InRow row={`(price list ${at})`}>In force</InRow>}
        checked={list.active}
        onChange={(active) => change({ active })}
      />
    </div>
  );
}
