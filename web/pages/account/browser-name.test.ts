import { expect, it } from "vitest";
import { browserName, findUnusedName, isPhone } from "./browser-name.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15";
const pixel = "Mozilla/5.0 (Linux; Android 10; K)";

it.each([
  [`${windows} ${chrome} Safari/537.36`, "Chrome on Windows"],
  [`${windows} ${chrome} Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`${mac} ${chrome} Safari/537.36 OPR/122.0.0.0`, "Opera on Mac"],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, "Safari on Mac"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, "Chrome on ChromeOS"],
  [`${iphone} (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${iphone} (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1`, "Firefox on iPhone"],
  [`${pixel} ${chrome} Mobile Safari/537.36`, "Chrome on Android"],
  [`${pixel} ${chrome} Mobile SamsungBrowser/28.0 Safari/537.36`, "Samsung Internet on Android"],
  ["curl/8.5.0", "Unknown browser"],
  ["", "Unknown browser"],
])("%s is %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
  expect(isPhone(agent)).toBe(/iPhone|Android/.test(name));
});

it("is followed by a number where another passkey has the name", () => {
  const name = "Chrome on Linux";
  expect(findUnusedName(name, ["My phone"])).toBe(name);
  expect(findUnusedName(name, [name, `${name} 2`, "My phone"])).toBe(`${name} 3`);
});
