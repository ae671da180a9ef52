import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const badges = {
  'badges/create': {
    says: 'Creates a badge for sponsored posts.',
    notes: 'A sponsored badge (`category` 1) needs a `description` and a `link`.',
    body: {
      name: 'In partnership',
      image_id: MADE.image,
      category: 1,
      description: 'Paid for by the port.',
      link: { url: 'https://port.example/', title: 'The port' },
    },
  },
  'badges/edit': {
    says: 'Moves the badge to the first position.',
    path: { id: MADE.badge },
    body: { name: 'Live now', order: -1 },
    ifMatch: true,
  },
  'badges/delete': {
    says: 'Deletes the badge and removes it from all posts.',
    path: { id: MADE.badge },
    ifMatch: true,
  },
  'badges/list': { says: 'Lists all badges.', counted: true },
  'badges/get': { says: 'Gets a badge.', path: { id: MADE.badge } },
} satisfies Partial<Record<RouteName, Example>>;
