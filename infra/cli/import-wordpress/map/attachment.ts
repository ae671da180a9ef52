import { posix } from 'node:path';
import type { KnownPictures } from '../pictures/known.ts';
import { readLeadImageId } from '../wxr/item.ts';
import type { WxrItem } from '../wxr/records.ts';
import { decodeIfValid } from '../../../../shared/platform/text/percent.ts';
import { truncate, plainText } from './text.ts';

const MAX_CAPTION_LENGTH = 5000;
const MAX_TEXT_LENGTH = 1000;
const MAX_NAME_LENGTH = 255;

/** The fields to send for an image. Texts are `''` where WordPress has none. */
export interface PictureInput {
  wordpressId: number;
  address: string;
  filename: string;
  title: string;
  caption: string;
  alt: string;
  credit: string;
}

/** Whether an attachment is imported. */
export type AttachmentPlan = { action: 'skip'; reason: string } | { action: 'import' };

/** By extension, because an export has no media types. The service checks the content. */
const PICTURES = kind('jpg jpeg jpe jfif png gif webp avif');
const SOUND_AND_FILM = kind(
  'mp3 m4a ogg oga wav wma flac aac mid midi mp4 m4v mov wmv avi mpg mpeg ogv 3gp 3g2 webm mkv flv',
);
const DOCUMENTS = kind(
  'pdf doc docx docm dotx xls xlsx xlsm ppt pptx pps ppsx odt ods odp odg rtf txt csv tsv json xml srt vtt key numbers pages zip gz tar rar 7z epub',
);

export function planAttachment({ attachmentUrl, status }: WxrItem): AttachmentPlan {
  const skip = (reason: string): AttachmentPlan => ({ action: 'skip', reason });
  if (status === 'trash') return skip('in the WordPress trash');
  if (!/^https?:\/\//i.test(attachmentUrl) || !URL.canParse(attachmentUrl)) {
    return skip('attachments without a URL');
  }
  const extension = posix.extname(new URL(attachmentUrl).pathname).toLowerCase().slice(1);
  if (PICTURES.has(extension)) return { action: 'import' };
  if (DOCUMENTS.has(extension)) return skip('attachments that are documents');
  if (SOUND_AND_FILM.has(extension)) return skip('attachments that are audio or video');
  return skip(`attachments in an unsupported format: ${extension || 'without an extension'}`);
}

/** Throws when the image can't be sent. */
export function toPicture(item: WxrItem): PictureInput {
  if (item.id === 0) throw new Error('it has no wp:post_id, so that a second run could not recognise it');
  const filename = decodeIfValid(posix.basename(new URL(item.attachmentUrl).pathname));
  return {
    wordpressId: item.id,
    address: item.attachmentUrl,
    filename: truncate(MAX_NAME_LENGTH, filename),
    title: text(item.title),
    caption: toCaption(item),
    alt: toAlt(item),
    // WordPress has no credits; these are the fields of the plugins Media Credit (and Largo) and Image Source Control.
    credit: text(item.meta.get('_media_credit')) || text(item.meta.get('isc_image_source')),
  };
}

function text(html = ''): string {
  return truncate(MAX_TEXT_LENGTH, plainText(html));
}

export function toAlt({ meta }: WxrItem): string {
  return text(meta.get('_wp_attachment_image_alt'));
}

export function toCaption({ excerpt }: WxrItem): string {
  return truncate(MAX_CAPTION_LENGTH, plainText(excerpt));
}

function kind(extensions: string): ReadonlySet<string> {
  return new Set(extensions.split(' '));
}

/** The lead image fields of a post. */
export interface LeadFields {
  image_id?: number;
  photo_caption?: string;
  photo_credit?: string;
}

/** The lead image ("featured image") of an item. If the image is missing, the item is imported without it. */
export function leadImageFor(
  item: WxrItem,
  pictures: KnownPictures,
): { fields: LeadFields; notes: string[] } {
  const id = readLeadImageId(item);
  if (id === undefined) return { fields: {}, notes: [] };
  const picture = pictures.byId(id);
  if (!picture?.image) return { fields: {}, notes: ['without its lead image, which was not imported'] };
  const { caption, image } = picture;
  return {
    fields: { image_id: image.id, photo_caption: caption, photo_credit: image.credit },
    notes: [],
  };
}
