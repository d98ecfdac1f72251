// Only the shop's own uploads, image host and bucket are shown: a foreign URL could track visitors.
import { sanitizePersonPicture } from "#contract/rules/sanitize-person-picture.ts";

type Settings = {
  IMAGE_HOST_URL?: string | undefined;
  IMAGE_HOST_PUBLIC_URL?: string | undefined;
  S3_PUBLIC_URL?: string | undefined;
};

export type PictureFilter = (img: string) => string;

export function createPictureFilter(env: Settings): PictureFilter {
  const hosts = listPictureHosts(env);
  return (img) => sanitizePersonPicture(img, hosts);
}

/** Besides the shop itself. */
export function listPictureHosts(env: Settings): string[] {
  const { IMAGE_HOST_URL: upload, IMAGE_HOST_PUBLIC_URL, S3_PUBLIC_URL } = env;
  const imageHost = IMAGE_HOST_PUBLIC_URL ?? (upload && new URL(upload).origin);
  return [imageHost, S3_PUBLIC_URL].filter((host) => host !== undefined);
}
