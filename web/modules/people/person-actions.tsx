import { useQueryClient } from "@tanstack/react-query";
import type { ShopPerson } from "#contract/people.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { signPersonOut } from "./calls.ts";
import { readPersonData } from "./person-data-calls.ts";
import { saveFile } from "./save-file.ts";

type Props = { person: ShopPerson; maySignOut: boolean; mayRead: boolean };

export function PersonActions({ person, maySignOut, mayRead }: Props) {
  const { name, sessions } = person;
  const client = useQueryClient();
  const { run } = useAction();

  const say = (work: () => Promise<string>) =>
    run(() =>
      work().then(
        (text) => showToast(text),
        (error: Error) => showToast(error.message, "error"),
      ),
    );

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
        <button type="button" className="btn btn-outline" onClick={() => say(signOut)}>
          Sign out everywhere
        </button>
      )}
      {mayRead && (
        <button type="button" className="btn btn-outline" onClick={() => say(read)}>
          Download their data
        </button>
      )}
    </div>
  );
}
