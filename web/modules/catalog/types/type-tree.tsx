import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { PartType } from "#contract/catalog.ts";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { partTypePath } from "#web/app/paths.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { partTypeTree } from "../product/product-calls.ts";
import { typeChoices } from "../product/type-choices.ts";
import { addType } from "./type-calls.ts";

const columns = ["Part type", "Products", "Other words", "Attributes"] as const;

export function TypeTree() {
  const { data: types, error, refetch } = useQuery(partTypeTree());
  if (!types) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The part types could not be fetched" error={error} retry={refetch} />;
  }
  const depths = new Map<string | null, number>();
  for (const { slug, parent } of types) depths.set(slug, (depths.get(parent) ?? -1) + 1);
  return (
    <>
      <HiddenIfReadOnly>
        <AddType types={types} />
      </HiddenIfReadOnly>
      {types.length === 0 ? (
        <Note title="There are no part types yet">
          <p>Add the first one, such as Brakes. Customers then browse and filter by it.</p>
        </Note>
      ) : (
        <Table label="Part types" columns={columns} figures={["Products"]} low>
          {types.map((type) => (
            <TypeRow key={type.slug} type={type} depth={depths.get(type.slug) ?? 0} />
          ))}
        </Table>
      )}
      <Shelf />
    </>
  );
}

function TypeRow({ type, depth }: { type: PartType; depth: number }) {
  const { slug, name, parts, synonyms, attributes } = type;
  return (
    <Row className="text-sm">
      <Cell className="wrap-anywhere">
        <span style={{ paddingInlineStart: `${depth * 1.25}rem` }} className="block">
          <PageLink
            to={partTypePath(slug)}
            className="inline-block py-2 text-base font-semibold underline-offset-4 hover:underline"
          >
            {name}
          </PageLink>
        </span>
      </Cell>
      <Cell className="md:w-28 md:text-end" label="Products">
        {formatCount(parts)}
      </Cell>
      <Cell className="wrap-anywhere">{synonyms.join(", ")}</Cell>
      <Cell className="wrap-anywhere">
        {attributes.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)).join(", ")}
      </Cell>
    </Row>
  );
}

function AddType({ types }: { types: PartType[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [parent, setParent] = useState("");
  const { run, isBusy, failure, errors, clear } = useAction();

  function add(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      const added = await addType(name, parent || null);
      await client.invalidateQueries({ queryKey: ["part-types"] });
      await navigate(partTypePath(added.slug));
    });
  }

  return (
    <form
      noValidate
      aria-label="Add a part type"
      className="mb-8 grid items-end gap-4 border border-base-300 p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      onSubmit={add}
    >
      <Field
        label="New part type"
        maxLength={80}
        autoComplete="off"
        value={name}
        error={errors.name ?? errors.slug ?? failure}
        onChange={({ target }) => {
          setName(target.value);
          clear();
        }}
      />
      <Select
        label="Belongs to"
        choices={{ ...typeChoices(types), "": "No other type" }}
        value={parent}
        onChoose={setParent}
      />
      <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
        Add
      </button>
    </form>
  );
}
