import { describeFile, readFiles } from '../../library/dam/files.ts';
import { Assets } from '../../library/dam/assets.ts';
import { cleanAsset } from '../../library/dam/record.ts';
import { documentHtml } from '../../library/documents/present.ts';
import { Documents } from '../../library/documents/record.ts';
import { imageHtml } from '../../library/images/html.ts';
import { Images } from '../../library/images/record.ts';
import { expand } from '../../library/media/expand.ts';
import { findOwners, type Owner } from '../../library/media/shortcode-owner.ts';
import type { Consistency } from '../../platform/store/table.ts';
import type { MarkedText, Place } from './safe-html.ts';

const MAX_MEDIA = 200;
/** What all texts of an answer gain together, in characters: a post has its body and up to three texts for each item of its listicle. */
const MAX_ADDED = 4 * 2 ** 20;

/** Renders a medium as HTML, with the alternative text of the shortcode, if it has one. */
type Medium = (alt: string | undefined) => string;

/**
 * Expands the shortcodes of the first 200 media in texts to their media_html; other shortcodes stay unchanged. The media of all texts are
 * read together. `write` may change how their HTML is written.
 */
export async function expandShortcodes(
  texts: readonly MarkedText[],
  { consistent }: Consistency,
  write = (html: string): string => html,
): Promise<string[]> {
  const media = await readMedia(
    texts.flatMap(({ shortcodes }) => shortcodes),
    { consistent },
  );
  let room = MAX_ADDED;
  const render = ({ kind, id, alt }: Place): string | undefined => {
    const html = media.get(`${kind} ${id}`)?.(alt);
    if (html === undefined || html === '' || html.length > room) return undefined;
    room -= html.length;
    return write(html);
  };
  return texts.map(({ html, shortcodes }) => expand(html, shortcodes, render));
}

/** Writes media as the sanitizer writes elements without content. They are escaped, so no attribute has a `>`. */
export function writeVoidElements(html: string): string {
  return html.replace(/<img ([^<>]*)>/g, '<img $1 />');
}

/** The media that shortcodes name, by kind and shortcode_id, in two round trips, with assets in three. */
async function readMedia(
  shortcodes: readonly Place[],
  { consistent }: Consistency,
): Promise<ReadonlyMap<string, Medium>> {
  const ids = [...new Set(shortcodes.map(({ id }) => id))].slice(0, MAX_MEDIA);
  const owners = [...(await findOwners(ids, { consistent })).values()];
  const pickIds = (kind: Owner['kind']): number[] =>
    owners.filter(owner => owner.kind === kind).map(({ id }) => id);
  const media = await Promise.all([
    readImageMedia(pickIds('image')),
    readDocumentMedia(pickIds('document')),
    readAssetMedia(pickIds('asset'), { consistent }),
  ]);
  return new Map(media.flat());
}

async function readImageMedia(ids: readonly number[]): Promise<[string, Medium][]> {
  const images = [...(await Images.known(ids)).values()];
  return images.map(image => [
    `image ${image.shortcode_id}`,
    (alt = image.alt) => imageHtml({ ...image, alt }),
  ]);
}

async function readDocumentMedia(ids: readonly number[]): Promise<[string, Medium][]> {
  const documents = [...(await Documents.known(ids)).values()];
  return documents.map(document => [`document ${document.shortcode_id}`, () => documentHtml(document)]);
}

/** Assets in the trash are not shown. */
async function readAssetMedia(
  ids: readonly number[],
  { consistent }: Consistency,
): Promise<[string, Medium][]> {
  const assets = (await Assets.readMany(ids, { consistent }))
    .filter(asset => !asset.in_trash)
    .map(cleanAsset);
  const files = await readFiles(assets);
  return assets.map(asset => [
    `asset ${asset.shortcode_id}`,
    alt => describeFile({ ...asset, alt_text: alt ?? asset.alt_text }, files, []).media_html,
  ]);
}
