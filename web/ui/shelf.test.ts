import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdOnShelf, readNotice, removeNotice, showOnShelf, undoNotice } from "./shelf.tsx";

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  removeNotice();
  vi.unstubAllGlobals();
});

/** Its undo has begun, and ends when `end` is called. */
function beginUndo(undone: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  showOnShelf("The price is changed.", () => promise);
  const ended = undoNotice();
  return async () => {
    resolve(undone);
    await ended;
  };
}

function hold() {
  const commit = vi.fn();
  holdOnShelf({ text: "It will be shipped.", undone: "Nothing was shipped.", commit });
  return commit;
}

it("shows the result of an undo after an action that was delayed meanwhile", async () => {
  const end = beginUndo("The price is back.");
  const commit = hold();
  await end();
  expect(readNotice()?.text).toBe("It will be shipped.");
  expect(commit).not.toHaveBeenCalled();
  removeNotice();
  expect(commit).toHaveBeenCalledExactlyOnceWith(false);
  expect(readNotice()?.text).toBe("The price is back.");
});

it("undoes a delayed action while another undo runs", async () => {
  const end = beginUndo("The price is back.");
  const commit = hold();
  expect(readNotice()?.isUndoing).toBeFalsy();
  await undoNotice();
  expect(readNotice()?.text).toBe("Nothing was shipped.");
  await end();
  expect(readNotice()?.text).toBe("The price is back.");
  expect(commit).not.toHaveBeenCalled();
});
