import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, type ThemeChoice, useTheme } from "#web/theme.ts";

const choices = {
  system: { name: "System", icon: Monitor },
  light: { name: "Light", icon: Sun },
  dark: { name: "Dark", icon: Moon },
} as const;

/** Light or dark, or as the machine is set: arrow keys go from one to the next. */
export function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset className="flex">
      <legend className="sr-only">Theme</legend>
      {Object.entries(choices).map(([choice, { name, icon: Icon }]) => (
        <label
          key={choice}
          className="relative -ms-px flex h-11 cursor-pointer items-center gap-2 border border-neutral-content/30 px-3 text-sm text-neutral-content/80 first-of-type:ms-0 hover:text-neutral-content has-checked:z-1 has-checked:border-neutral-content has-checked:bg-neutral-content has-checked:text-neutral has-focus-visible:z-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            name="theme"
            value={choice}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={choice === chosen}
            onChange={() => chooseTheme(choice as ThemeChoice)}
          />
          <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
