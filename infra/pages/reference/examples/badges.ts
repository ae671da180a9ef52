import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const badges = {
  'badges/create': {
    says: 'A badge for what somebody paid for.',
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
    says: 'The badge moves to the front.',
    path: { id: MADE.badge },
    body: { name: 'Live now', order: -1 },
    ifMatch: true,
  },
  'badges/delete': {
    says: 'The badge goes, and off every post.',
    path: { id: MADE.badge },
    ifMatch: true,
  },
  'badges/list': { says: 'All badges.', counted: true },
  'badges/get': { says: 'One badge.', path: { id: MADE.badge } },
} satisfies Partial<Record<RouteName, Example>>;
