import { onTestFinished } from "vitest";

/** Until the test ends. */
export function changeSettings<Settings extends object>(
  settings: Settings,
  changed: Partial<Settings>,
): void {
  const usual = { ...settings };
  Object.assign(settings, changed);
  onTestFinished(() => void Object.assign(settings, usual));
}
