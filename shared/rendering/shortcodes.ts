import { describeFile, filesOf } from '../dam/files.ts';
import { readAssets } from '../dam/read.ts';
import { documentHtml } from '../documents/present.ts';
import { readDocuments } from '../documents/read.ts';
import { imageHtml } from '../images/html.ts';
import { knownImages } from '../images/read.ts';
import { expand } from '../media/expand.ts';
import { ownersOfShortcodes, type Owner } from '../media/shortcode-owner.ts';
import { findShortcodes, type Shortcode } from '../media/shortcode.ts';

const MAX_MEDIA = 200;

/** A medium as pages show it, with the alternative text that stands in the shortcode, if one does. */
type Medium = (alt: string | undefined) => string;

/** A body with its media shortcodes expanded to their media_html, those of the first 200 media; unknown ones stay as they are. */
export async function expandShortcodes(body: string, consistent: boolean): Promise<string> {
  const shortcodes = findShortcodes(body);
  const media = await mediaOf(shortcodes, consistent);
  return expand(body, shortcodes, ({ kind, id, attributes }) => {
    const html = media.get(`${kind} ${id}`)?.(attributes.get('alt'));
    return html === '' ? undefined : html;
  });
}

/** The media that shortcodes name, by kind and shortcode_id: two trips, of assets three. */
async function mediaOf(
  shortcodes: readonly Shortcode[],
  consistent: boolean,
): Promise<ReadonlyMap<string, Medium>> {
  const ids = [...new Set(shortcodes.map(({ id }) => id))].slice(0, MAX_MEDIA);
  const owners = [...(await ownersOfShortcodes(ids, consistent)).values()];
  const idsOf = (kind: Owner['kind']): number[] =>
    owners.filter(owner => owner.kind === kind).map(({ id }) => id);
  const media = await Promise.all([
    imagesOf(idsOf('image')),
    documentsOf(idsOf('document')),
    assetsOf(idsOf('asset'), consistent),
  ]);
  return new Map(media.flat());
}

async function imagesOf(ids: readonly number[]): Promise<[string, Medium][]> {
  const images = [...(await knownImages(ids)).values()];
  return images.map(image => [
    `image ${image.shortcode_id}`,
    (alt = image.alt) => imageHtml({ ...image, alt }),
  ]);
}

async function documentsOf(ids: readonly number[]): Promise<[string, Medium][]> {
  const documents = await readDocuments(ids);
  return documents.map(document => [`document ${document.shortcode_id}`, () => documentHtml(document)]);
}

/** What is in the trash is shown to nobody. */
async function assetsOf(ids: readonly number[], consistent: boolean): Promise<[string, Medium][]> {
  const assets = (await readAssets(ids, consistent)).filter(asset => !asset.in_trash);
  const files = await filesOf(assets);
  return assets.map(asset => [
    `asset ${asset.shortcode_id}`,
    alt => describeFile({ ...asset, alt_text: alt ?? asset.alt_text }, files, []).media_html,
  ]);
}
