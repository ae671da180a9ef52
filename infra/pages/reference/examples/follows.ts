import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

const path = { author_id: MADE.reader, section_id: MADE.section };

export const follows = {
  'follows/follow': {
    says: 'A reader follows the harbour; answered are all the sections that they follow.',
    path,
    counted: true,
  },
  'follows/unfollow': { says: 'The reader does no longer.', path, counted: true },
  'follows/sections': {
    says: 'What the reader follows.',
    path: { author_id: MADE.reader },
    counted: true,
  },
  'follows/followers': {
    says: 'Who follows the harbour.',
    path: { section_id: MADE.section },
  },
} satisfies Partial<Record<RouteName, Example>>;
