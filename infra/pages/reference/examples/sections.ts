import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const sections = {
  'sections/create': {
    says: 'A public section that every post tagged “council” or “budget” belongs to.',
    notes:
      'Posts that carry any of the section’s `tags` join it: up to a hundred at once, more in the background. `status`: 1 private, 2 public, 3 unlisted.',
    body: { title: 'Town Hall', url: 'town-hall', tags: ['council', 'budget'], status: 2 },
  },
  'sections/edit': {
    says: 'The posts about the bridge join the section, those about the harbour leave it.',
    notes: 'Fields that aren’t sent stay as they are; null takes one back to its default.',
    path: { id: MADE.section },
    body: { tags: ['bridge'], about_html: '<p>All about the bridge.</p>' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'sections/delete': {
    says: 'A section goes, and its posts move to another.',
    path: { id: MADE.section },
    query: { destination_section_id: MADE.otherSection },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'sections/list': {
    says: 'What a menu needs of all sections.',
    query: { include_fields: 'id,title,full_url' },
    counted: true,
  },
  'sections/get': { says: 'One section.', path: { id: MADE.section } },
  'sections/get-order': {
    says: 'The posts that an editor has put first.',
    notes:
      'The posts named come first in the section’s list, in this order; all others follow, newest first.',
    path: { id: MADE.section },
  },
  'sections/set-order': {
    says: 'One post leads the front page, which is section 0.',
    notes:
      'Replaces the whole order. Only posts that are in the section can be named; for the front page, section 0.',
    path: { id: 0 },
    body: { post_ids: [MADE.post] },
    ifMatch: true,
  },
  'tags/create': {
    says: 'What there is to say about a tag, and a page for it.',
    notes: 'A record about a tag: posts have the tags that they name, with a record or without.',
    body: { title: 'Ferries', url: 'ferries', status: 2, meta_title: 'All about the ferries' },
    refuses: ['not_found'],
  },
  'tags/edit': {
    says: 'Another title.',
    path: { id: MADE.tag },
    body: { title: 'The harbour' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'tags/delete': { says: 'The record goes, posts keep the tag.', path: { id: MADE.tag }, ifMatch: true },
  'tags/list': { says: 'All tag records.', refuses: ['not_found'], counted: true },
  'tags/get': { says: 'One tag record.', path: { id: MADE.tag } },
} satisfies Partial<Record<RouteName, Example>>;
