import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const media = {
  'images/create': {
    says: 'A picture with what stands beside it.',
    notes:
      'A form with up to ten files named `file` (several are answered as a list), or JSON with the `image_url` of a picture elsewhere, or with the `upload_id` of a direct upload. JPEG, PNG, GIF, WebP and AVIF are taken. The thumbnails are there a moment later: `thumbnails_status`.',
    form: { file: 'bridge.jpg', alt: 'The old bridge', caption: 'At dawn', photo_credit: 'Ada Nord' },
    refuses: ['url_not_allowed', 'unprocessable_image', 'upstream_failed', 'upstream_timeout'],
  },
  'images/edit': {
    says: 'An editor’s own square, and a better caption.',
    notes:
      '`manual_image_crops` are by ratio code; they must lie within the picture and have the ratio within 2 %. With `image_url` or `upload_id` the picture is replaced.',
    path: { id: MADE.image },
    body: {
      caption: 'The old bridge at dawn',
      manual_image_crops: {
        '1x1': { top: 0, left: 170, width: 680, height: 680, imgWidth: 1020, imgHeight: 680 },
      },
    },
    refuses: [
      'conflict',
      'url_not_allowed',
      'unsupported_media_type',
      'unprocessable_image',
      'upstream_failed',
      'upstream_timeout',
    ],
    ifMatch: true,
  },
  'images/get': { says: 'One image.', path: { id: MADE.image } },
  'documents/create': {
    says: 'A spreadsheet for readers to take away.',
    notes:
      'A form with up to ten files named `file` (several are answered as a list), or JSON with the `upload_id` of a direct upload. What a file is, its content decides; its name must agree.',
    form: { file: 'budget.csv' },
  },
  'documents/edit': {
    says: 'A newer version of the file, in a form.',
    notes:
      'The file is the body itself, named by `Content-Disposition`, or stands in a form, or is a direct upload.',
    path: { id: MADE.document },
    form: { file: 'budget.csv' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'documents/get': { says: 'One document.', path: { id: MADE.document } },
  'uploads/create': {
    says: 'A form for a picture of twelve megabytes.',
    notes:
      'Send the answered `fields` and then the file as `file` to `url`, and after that its `upload_id` to /images or /documents. What isn’t claimed within a day is deleted.',
    body: { filename: 'panorama.jpg', content_type: 'image/jpeg', size: 12_000_000 },
    refuses: ['unsupported_media_type'],
  },
  'scraper/get': {
    says: 'What a page elsewhere says of itself.',
    notes: 'Only public addresses are fetched, within ten seconds; what was found is kept for a while.',
    query: { url: 'https://news.example/the-old-bridge' },
    refuses: ['url_not_allowed', 'upstream_failed', 'upstream_timeout'],
  },
} satisfies Partial<Record<RouteName, Example>>;
