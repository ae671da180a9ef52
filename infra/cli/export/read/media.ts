import { Parser } from 'htmlparser2';
import * as v from 'valibot';
import { isDocumentType, getMime } from '../../../../shared/library/documents/types/kinds.ts';
import { inspectImage } from '../../../../shared/library/images/inspect.ts';
import { decodePercent } from '../../../../shared/platform/text/percent.ts';
import { DocumentLine, ImageLine } from '../format/lines.ts';
import { ifFound, parseAnswer, type Api } from './api.ts';
import { deriveCreation } from './records.ts';

/** A file of the media bucket. */
interface Download {
  bytes: Buffer;
}

/** Loads a file. @param held the content that the folder has; returned when it is still that of the file */
export type Load = (held: Buffer | undefined) => Promise<Buffer>;

/** Gets the file of a key into the folder. */
export type Fetch = (key: string, load: Load) => Promise<Download>;

/** Downloads the file of a key from its URL. */
type DownloadFile = (key: string, url: string) => Promise<Download>;

const KEYS = { images: ImageLine.entries.original, documents: DocumentLine.entries.key };

const Crop = v.object({ top: v.number(), left: v.number(), width: v.number(), height: v.number() });

const ImageAnswer = v.object({
  ...v.pick(ImageLine, [
    'id',
    'shortcode_id',
    'filename',
    'width',
    'height',
    'is_animated_gif',
    'iptc',
    'caption',
    'photo_credit',
    'alt',
    'task_id',
  ]).entries,
  manual_image_crops: v.record(v.string(), Crop),
  image_original_url: v.string(),
  media_html: v.string(),
});

/** Reads an image. The API does not say which crops are manual, so all are kept. */
export async function readImage(api: Api, id: number, fetch: DownloadFile): Promise<ImageLine | undefined> {
  const answer = await ifFound(api.images.get({ path: { id } }));
  if (!answer) return undefined;
  const { manual_image_crops, image_original_url, media_html, ...image } = parseAnswer(
    ImageAnswer,
    answer,
    `image ${id}`,
  );
  const original = readKey(image_original_url, 'images', id);
  const { bytes } = await fetch(original, image_original_url);
  const { format, frames, hasAlpha } = await inspectImage(bytes, { filename: image.filename });
  return {
    ...image,
    ...linkIn(media_html),
    format,
    frames,
    bytes: bytes.length,
    has_alpha: hasAlpha,
    automatic_crops: manual_image_crops,
    manual_crops: {},
    original,
    source_url: null,
    ...origins(id),
  };
}

/** The API does not return who uploaded a file. */
function origins(id: number) {
  return { created_by: 0, created_ts: deriveCreation(id), updated_ts: deriveCreation(id) };
}

const DocumentAnswer = v.object({
  ...v.pick(DocumentLine, ['id', 'shortcode_id', 'filename', 'original_filename']).entries,
  file_original_url: v.string(),
  shortcode: v.string(),
});

export async function readDocument(
  api: Api,
  id: number,
  fetch: DownloadFile,
): Promise<DocumentLine | undefined> {
  const answer = await ifFound(api.documents.get({ path: { id } }));
  if (!answer) return undefined;
  const { file_original_url, shortcode, ...document } = parseAnswer(DocumentAnswer, answer, `document ${id}`);
  const type = /^\[media-document-([a-z0-9]+)/.exec(shortcode)?.[1] ?? '';
  if (!isDocumentType(type)) throw new Error(`The document ${id} is of an unknown type: ${shortcode}`);
  const key = readKey(file_original_url, 'documents', id);
  const { bytes } = await fetch(key, file_original_url);
  return { ...document, type, mime: getMime(type), bytes: bytes.length, key, ...origins(id) };
}

/** The key at the end of a CDN address. It becomes a path of the export, so it is checked before the file is downloaded. */
function readKey(url: string, folder: keyof typeof KEYS, id: number): string {
  const path = URL.canParse(url) ? decodePercent(new URL(url).pathname) : '';
  const key = path.slice(path.lastIndexOf(`/${folder}/${id}/`) + 1);
  if (!key.startsWith(`${folder}/${id}/`) || !v.is(KEYS[folder], key))
    throw new Error(`${url} is not the URL of a file of ${folder}/${id}.`);
  return key;
}

/** The API returns an image's link only in its HTML, and the title only with a link. */
function linkIn(html: string): Pick<ImageLine, 'title' | 'link_url' | 'link_target'> {
  const link = { title: '', link_url: '', link_target: false };
  const parser = new Parser({
    onopentag(name, { href = '', title = '', target }) {
      if (name === 'a') Object.assign(link, { title, link_url: href, link_target: target === '_blank' });
    },
  });
  parser.end(html);
  return link;
}
