import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  type FindingGrade,
  type ImportKindName,
  type ImportRecord,
  importCalls,
  importRowsPerPage,
  type LineResult,
  type PartImport,
} from "#contract/imports.ts";
import { call, pagedQuery, sendForm } from "#web/app/call.ts";

export function importList() {
  return queryOptions({
    queryKey: ["imports", "list"],
    queryFn: ({ signal }) => call(importCalls.list, {}, signal),
    staleTime: 0,
  });
}

export const isBusy = ({ state }: Pick<ImportRecord, "state">) =>
  state === "checking" || state === "applying" || state === "undoing";

/** How far it is, is not pushed. */
const progressMs = 1_000;

export function oneImport(id: string) {
  return queryOptions({
    queryKey: ["imports", "one", id],
    queryFn: ({ signal }) => call(importCalls.one, { params: { id } }, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? progressMs : false),
  });
}

export function importFindings(id: string, grade?: FindingGrade) {
  return {
    ...pagedQuery(["imports", "findings", id, grade], importRowsPerPage, (page, signal) =>
      call(importCalls.findings, { params: { id }, query: { ...page, grade } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export function importLines(id: string, result?: LineResult, q?: string) {
  return {
    ...pagedQuery(["imports", "lines", id, result, q], importRowsPerPage, (page, signal) =>
      call(importCalls.lines, { params: { id }, query: { ...page, result, q } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export function importGroups(id: string, by: "part" | "vehicle") {
  return pagedQuery(["imports", "groups", id, by], importRowsPerPage, (page, signal) =>
    call(importCalls.groups, { params: { id }, query: { ...page, by } }, signal),
  );
}

export function partImports(part: string) {
  return queryOptions({
    queryKey: ["imports", "of-part", part],
    queryFn: ({ signal }) => call(importCalls.ofPart, { params: { id: part } }, signal),
    staleTime: 0,
  });
}

export const undoImportedLine = ({ import: id, line }: PartImport) =>
  call(importCalls.undoLine, { params: { id, line: `${line}` } });

type Chosen = { kind: ImportKindName; file: File; isWhole: boolean };

export async function uploadFile({ kind, file, isWhole }: Chosen): Promise<string> {
  const form = new FormData();
  form.set("file", file);
  const query = {
    kind,
    bytes: file.size || undefined,
    name: file.name.slice(0, 200),
    ...(isWhole && { whole: "true" as const }),
  };
  return (await sendForm(importCalls.upload, form, { query })).insertedId;
}

type Choice = { leaveOut: boolean; confirmed: boolean; removed?: number };

const at = (id: string) => ({ params: { id } });

export const checkAgain = (id: string) => call(importCalls.check, at(id));
export const applyImport = (id: string, body: Choice) =>
  call(importCalls.apply, { ...at(id), body });
export const undoImport = (id: string, leaveOut: boolean) =>
  call(importCalls.undo, { ...at(id), body: { leaveOut } });
export const discardImport = (id: string) => call(importCalls.remove, at(id));
