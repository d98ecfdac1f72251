import { chooseTheme, type ThemeChoice, useTheme } from "./theme.ts";

const choices = {
  system: { name: "System", icon: "M2 3h20v14H2zM8 21h8M12 17v4" },
  light: {
    name: "Light",
    icon: "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1 1m12 12 1 1M6 18l-1 1M19 5l-1 1",
  },
  dark: { name: "Dark", icon: "M20 14A8 8 0 1 1 10 4a6 6 0 0 0 10 10z" },
} as const;

export function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset className="flex flex-wrap">
      <legend className="sr-only">Theme</legend>
      {Object.entries(choices).map(([choice, { name, icon }]) => (
        <label key={choice} className="segment">
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={choice === chosen}
            onChange={() => chooseTheme(choice as ThemeChoice)}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
          {name}
        </label>
      ))}
    </fieldset>
  );
}
