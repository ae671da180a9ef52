import type { Input } from '../../client/source/index.ts';

const SPONSORED = 1;

type DemoBadge = Omit<Input<'badges/create'>['body'], 'image_id'> & { picture: string; stories: string[] };

/** `picture` is a key of `pictures.ts`; `stories` are slugs. */
export const badges: DemoBadge[] = [
  {
    name: 'Readers’ choice',
    picture: 'badge-readers-choice',
    description: 'The stories that you sent on most often.',
    stories: ['otters-are-back-below-the-weir', 'rovers-win-derby-in-stoppage-time'],
  },
  {
    name: 'Supported by the Harbour Trust',
    picture: 'badge-harbour-trust',
    category: SPONSORED,
    description: 'The Wexcombe Harbour Trust pays for our reporting from the quay, and reads it when you do.',
    link: { url: 'https://harbour-trust.example/', title: 'Wexcombe Harbour Trust', target: '_blank' },
    stories: ['fish-market-to-auction-online', 'boatyard-order-brings-sixty-jobs'],
  },
];
