import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

const path = { author_id: MADE.reader, section_id: MADE.section };

export const follows = {
  'follows/follow': {
    says: 'A reader follows the section about the harbour. The answer lists all sections that the reader follows.',
    path,
    counted: true,
  },
  'follows/unfollow': { says: 'The reader unfollows the section.', path, counted: true },
  'follows/sections': {
    says: 'Lists the sections that the reader follows.',
    path: { author_id: MADE.reader },
    counted: true,
  },
  'follows/followers': {
    says: 'Lists the followers of the section about the harbour.',
    path: { section_id: MADE.section },
  },
} satisfies Partial<Record<RouteName, Example>>;
