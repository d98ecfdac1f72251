import { imageCalls } from "#contract/media.ts";
import { sendForm } from "#web/app/call.ts";

export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData();
  form.set("image", file);
  const { success, data } = await sendForm(imageCalls.upload, form, {});
  if (!success || !data?.url) throw new Error("The picture could not be kept. Please try again.");
  return data.url;
}
