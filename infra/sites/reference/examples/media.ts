import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const media = {
  'images/create': {
    says: 'Uploads an image with its texts.',
    notes:
      'A form with up to ten files named `file` (several are answered as a list), or JSON with the `image_url` of an image on another host, or with the `upload_id` of a direct upload. JPEG, PNG, GIF, WebP and AVIF are supported. Thumbnails are made asynchronously, see `thumbnails_status`.',
    form: { file: 'bridge.jpg', alt: 'The old bridge', caption: 'At dawn', photo_credit: 'Ada Nord' },
    refuses: ['url_not_allowed', 'unprocessable_image', 'upstream_failed', 'upstream_timeout'],
  },
  'images/edit': {
    says: 'Sets a manual square crop and a better caption.',
    notes:
      '`manual_image_crops` are by ratio code; each must lie within the image and match the ratio within 2 %. `image_url` or `upload_id` replaces the image file.',
    path: { id: MADE.image },
    body: {
      caption: 'The old bridge at dawn',
      manual_image_crops: {
        '1x1': { top: 0, left: 170, width: 680, height: 680, imgWidth: 1020, imgHeight: 680 },
      },
    },
    refuses: ['conflict', 'url_not_allowed', 'unprocessable_image', 'upstream_failed', 'upstream_timeout'],
    ifMatch: true,
  },
  'images/list': {
    says: 'Finds the images whose texts have two words.',
    notes:
      '`q` looks through file name, caption, credit and `alt`: all words, and phrases in quotation marks; a new text is found a moment later. `uploader` is the id of an author, or `me`. After an upgrade from a version without this list, `x-incomplete: 1` says that earlier images are still being entered.',
    query: { q: 'old bridge', limit: '10' },
    isFilled: true,
  },
  'images/uses': {
    says: 'Lists where the image is used.',
    notes:
      '`as` says how: of a post `lead`, `teaser`, `social` and `product` are its fields, `body` and `listicle` its texts, by the shortcode of the image or of its asset, or an item of the listicle; `state` is that of the post, null of others. A use that is new, or has just ended, is noticed a moment later. What the key may not see is left out, so a page may be shorter than `limit`. After an upgrade, `x-incomplete: 1` says that earlier posts and authors are still being entered.',
    path: { id: MADE.image },
    query: { limit: '10' },
  },
  'images/get': { says: 'Gets an image.', path: { id: MADE.image } },
  'documents/create': {
    says: 'Uploads a spreadsheet for readers to download.',
    notes:
      'A form with up to ten files named `file` (several are answered as a list), or JSON with the `upload_id` of a direct upload. The content determines a file’s type; its name must match.',
    form: { file: 'budget.csv' },
  },
  'documents/edit': {
    says: 'Replaces the file by a newer version, sent in a form.',
    notes:
      'The file is the body itself, named by `Content-Disposition`, or part of a form, or a direct upload.',
    path: { id: MADE.document },
    form: { file: 'budget.csv' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'documents/get': { says: 'Gets a document.', path: { id: MADE.document } },
  'uploads/create': {
    says: 'Gets an upload form for an image of 12 MB.',
    notes:
      'Send the returned `fields` and then the file as `file` to `url`, and then the `upload_id` to /images or /documents. An upload that is not claimed within a day is deleted.',
    body: { filename: 'panorama.jpg', content_type: 'image/jpeg', size: 12_000_000 },
  },
  'scraper/get': {
    says: 'Reads the metadata of a page on another site.',
    notes: 'Only public addresses are fetched, within ten seconds. Results are cached for ten minutes.',
    query: { url: 'https://news.example/the-old-bridge' },
    refuses: ['url_not_allowed', 'upstream_failed', 'upstream_timeout'],
  },
} satisfies Partial<Record<RouteName, Example>>;
