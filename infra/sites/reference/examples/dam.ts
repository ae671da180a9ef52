import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

const BULK_NOTES =
  'Each item succeeds or fails on its own: the call answers 200, with a `status_code` and the asset or error of each file.';

export const dam = {
  'dam/list': {
    says: 'Searches assets about the harbour, with a thumbnail each.',
    notes:
      'Administrators see everything; other keys see the newsroom’s assets that aren’t in the trash, and no tags that begin with `*`.',
    query: { search: 'harbour', thumbnail_sizes: '300x', count: 20 },
  },
  'dam/get': { says: 'Gets an asset.', path: { id: MADE.asset }, query: { thumbnail_sizes: 'origin' } },
  'dam/create': {
    says: 'Adds an image to the catalogue.',
    notes: `\`file_type\` 0 is an image, 1 a document. With \`bulk=1\` the body is a list of items. ${BULK_NOTES}`,
    body: {
      file_type: 0,
      file_id: MADE.image,
      image_title: 'The old bridge',
      credit: 'Ada Nord',
      tags: ['bridge'],
    },
    refuses: ['already_exists'],
  },
  'dam/edit': {
    says: 'Moves the asset to the trash.',
    path: { id: MADE.asset },
    body: { in_trash: true },
    ifMatch: true,
  },
  'dam/delete': { says: 'Deletes the asset; its file stays.', path: { id: MADE.asset }, ifMatch: true },
  'dam/bulk-edit': {
    says: 'Sets the credit of one of several assets.',
    notes: BULK_NOTES,
    query: { bulk: 1 },
    body: [{ file_id: MADE.assetImage, data: { credit: 'Harbour archive' } }],
  },
  'dam/bulk-delete': {
    says: 'Deletes one of several assets.',
    notes: BULK_NOTES,
    query: { bulk: 1 },
    body: [{ file_id: MADE.assetImage }],
  },
} satisfies Partial<Record<RouteName, Example>>;
