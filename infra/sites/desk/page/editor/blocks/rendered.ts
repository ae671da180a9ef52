import { parseFragment } from '../../body/fragment.ts';
import { toBare } from '../../body/shortcodes.ts';
import { api } from '../../service/api.ts';
import { ReadOnce } from '../../service/read-once.ts';

const rendered = new ReadOnce(
  async (shortcode: string) => (await api.editor.render({ body: { body: shortcode } })).body_html,
);

/** What the site shows for a shortcode, read once. */
export async function render(shortcode: string): Promise<string> {
  return await rendered.get(shortcode);
}

const listeners = new Set<() => void>();

/** Calls a function each time that what the site shows may be another thing than before. @returns a function that ends it */
export function watchRendered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Documents and pictures may have new files: what the site shows is read again. */
export function forgetRendered(): void {
  rendered.forgetAll();
}

/** Has all cards read again what the site shows. */
export function refreshRendered(): void {
  forgetRendered();
  for (const listener of listeners) listener();
}

/** A picture of the library as the site shows it. */
export interface SitePicture {
  src: string;
  srcset: string;
  sizes: string;
  width: string;
  height: string;
  /** Of the library. */
  alt: string;
}

/** @returns undefined when the library has no such picture any more */
export async function renderPicture(shortcode: string): Promise<SitePicture | undefined> {
  const image = parseFragment(await render(toBare(shortcode))).querySelector('img');
  if (!image) return undefined;
  const read = (name: string): string => image.getAttribute(name) ?? '';
  return {
    ...{ src: read('src'), srcset: read('srcset'), sizes: read('sizes'), alt: read('alt') },
    ...{ width: read('width'), height: read('height') },
  };
}
