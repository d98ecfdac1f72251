// The car that was chosen in this browser. It is stored nowhere else, and without its VIN.
import { useSyncExternalStore } from "react";
import type { Vehicle } from "#contract/fitment.ts";
import { ownVehicleKey } from "#contract/pages/first-paint.ts";
import type { Term } from "#contract/rules/fit.ts";

export type OwnVehicle = Vehicle & {
  known: Term[];
  /** In words, if it is known: people name their car with it. */
  engine?: string | undefined;
  /** The facts that a person answered; the others are from the VIN. */
  told?: string[] | undefined;
};

const listeners = new Set<() => void>();
let stored: string | null = null;
let own: OwnVehicle | undefined;

/** Undefined on the server, and until the page is hydrated. */
export function useOwnVehicle(): OwnVehicle | undefined {
  return useSyncExternalStore(subscribe, readOwnVehicle, () => undefined);
}

/** "2014 Corvane Arden 2.0 T" */
export function nameOfVehicle({ year, make, model, engine }: OwnVehicle): string {
  return [year, make.name, model.name, engine].filter(Boolean).join(" ");
}

export function keepOwnVehicle(vehicle: OwnVehicle | undefined): void {
  own = vehicle;
  stored = vehicle ? JSON.stringify(vehicle) : null;
  // Browsers may refuse to store anything: then it is kept until the page is left.
  try {
    if (stored === null) localStorage.removeItem(ownVehicleKey);
    else localStorage.setItem(ownVehicleKey, stored);
  } catch {}
  announce();
}

export function readOwnVehicle(): OwnVehicle | undefined {
  try {
    const text = localStorage.getItem(ownVehicleKey);
    if (text !== stored) {
      stored = text;
      own = parse(text);
    }
  } catch {}
  return own;
}

function parse(text: string | null): OwnVehicle | undefined {
  const value = JSON.parse(text ?? "null") as OwnVehicle | null;
  const isWhole =
    value?.id && value.year && value.make?.name && value.model?.name && Array.isArray(value.known);
  return isWhole ? value : undefined;
}

function announce(): void {
  const { dataset } = document.documentElement;
  if (own) dataset.car = "";
  else delete dataset.car;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

function onStorage({ key }: StorageEvent): void {
  if (key !== ownVehicleKey && key !== null) return;
  readOwnVehicle();
  announce();
}
