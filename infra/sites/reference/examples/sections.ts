import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const sections = {
  'sections/create': {
    says: 'Creates a public section of all posts tagged “council” or “budget”.',
    notes:
      'Posts with any of the section’s `tags` join it: up to a hundred before the answer, others in the background. `status`: 1 private, 2 public, 3 unlisted.',
    body: { title: 'Town Hall', url: 'town-hall', tags: ['council', 'budget'], status: 2 },
  },
  'sections/edit': {
    says: 'Changes the tags: posts about the bridge join the section, those about the harbour leave it.',
    notes: 'Omitted fields stay unchanged; null resets a field to its default.',
    path: { id: MADE.section },
    body: { tags: ['bridge'], about_html: '<p>All about the bridge.</p>' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'sections/delete': {
    says: 'Deletes a section and moves its posts to another one.',
    path: { id: MADE.section },
    query: { destination_section_id: MADE.otherSection },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'sections/list': {
    says: 'Lists the fields that a menu needs of all sections.',
    query: { include_fields: 'id,title,full_url' },
    counted: true,
  },
  'sections/get': { says: 'Gets a section.', path: { id: MADE.section } },
  'sections/get-order': {
    says: 'Gets the posts that an editor has put first.',
    notes: 'These posts come first in the section’s list, in this order; all others follow, newest first.',
    path: { id: MADE.section },
  },
  'sections/set-order': {
    says: 'Puts one post first on the front page, which is section 0.',
    notes: 'Replaces the whole order. Every post must be in the section; the front page is section 0.',
    path: { id: 0 },
    body: { post_ids: [MADE.post] },
    ifMatch: true,
  },
  'tags/create': {
    says: 'Creates the record of a tag, for its page.',
    notes: 'Posts can have tags with or without a record.',
    body: { title: 'Ferries', url: 'ferries', status: 2, meta_title: 'All about the ferries' },
    refuses: ['not_found'],
  },
  'tags/edit': {
    says: 'Changes the title.',
    path: { id: MADE.tag },
    body: { title: 'The harbour' },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'tags/delete': { says: 'Deletes the record; posts keep the tag.', path: { id: MADE.tag }, ifMatch: true },
  'tags/list': { says: 'Lists all tag records.', refuses: ['not_found'], counted: true },
  'tags/get': { says: 'Gets a tag record.', path: { id: MADE.tag } },
} satisfies Partial<Record<RouteName, Example>>;

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
