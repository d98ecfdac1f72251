import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ShopPerson } from "#contract/people.ts";
import { showToast } from "#web/ui/toast.tsx";
import { signPersonOut } from "./calls.ts";
import { readPersonData } from "./person-data-calls.ts";
import { saveFile } from "./save-file.ts";

type Props = { person: ShopPerson; maySignOut: boolean; mayRead: boolean };

export function PersonActions({ person, maySignOut, mayRead }: Props) {
  const { name, sessions } = person;
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<string>) {
    if (isBusy) return;
    setBusy(true);
    await work().then(
      (text) => showToast(text),
      (error: Error) => showToast(error.message, "error"),
    );
    setBusy(false);
  }

  async function signOut() {
    await signPersonOut(person);
    await client.invalidateQueries({ queryKey: ["users"] });
    return `${name} is signed out everywhere.`;
  }

  async function read() {
    const data = await readPersonData(person);
    saveFile(`Data of ${name}.json`, JSON.stringify(data, null, 2));
    return `The data of ${name} is in your downloads.`;
  }

  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {maySignOut && sessions > 0 && (
        <button type="button" className="btn btn-outline" onClick={() => run(signOut)}>
          Sign out everywhere
        </button>
      )}
      {mayRead && (
        <button type="button" className="btn btn-outline" onClick={() => run(read)}>
          Download their data
        </button>
      )}
    </div>
  );
}
