import type { Rows } from '../runtime/route.ts';

export const scraperRows = {
  'scraper/get': {
    method: 'GET',
    path: '/api/1.3/scraper',
    permission: 'write_draft',
    summary: 'Extract title, images, embed and tags of a web page',
    grants: ['table:scrapes'],
    memoryMb: 1024,
    timeoutS: 20,
    load: () => import('../scraper/get.ts'),
  },
} satisfies Rows<'scraper'>;
