import { knownIdByName } from '../../../people/authors/read.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { tagKey } from '../../../platform/text/tag.ts';
import { sectionDirectory } from '../../../taxonomy/sections/read.ts';
import { mayRead, readsOnlyOwnDrafts } from '../../record/access.ts';
import { listPostSections, type PostRecord } from '../../record/record.ts';
import { TIMELINE } from '../../record/timelines.ts';
import type { AnyStateQuery } from './input.ts';

/**
 * A condition on posts. The published posts that meet it are in the timelines `published`, and the drafts and scheduled posts in the timelines
 * `drafts`. Removed posts have none: their records decide, so that a removal need not move an entry for each tag, section and author.
 */
export interface Facet {
  published: readonly string[];
  drafts: readonly string[];
  has: (post: PostRecord) => boolean;
}

/**
 * Makes the conditions that the caller asks for, and those that limit what it may see.
 * @returns undefined when no post can match, because the section or author does not exist
 */
export async function parseFacets(
  { section, tag, author }: AnyStateQuery,
  caller: Caller,
): Promise<Facet[] | undefined> {
  const [sectionId, authorId] = await Promise.all([
    section === undefined ? undefined : findSection(section),
    author === undefined ? undefined : findAuthor(author, caller),
  ]);
  if (sectionId === null || authorId === null) return undefined;
  return [
    ...(sectionId === undefined ? [] : [inSection(sectionId)]),
    ...(authorId === undefined ? [] : [byAuthor(authorId)]),
    ...(tag === undefined ? [] : [withTag(tag)]),
    ...(readsOnlyOwnDrafts(caller) ? [readableBy(caller)] : []),
  ];
}

async function findSection(name: string): Promise<number | null> {
  return (await sectionDirectory([name])).find(name) ?? null;
}

async function findAuthor(name: string, { authorId }: Caller): Promise<number | null> {
  if (name === 'me') return authorId;
  if (/^\d{1,16}$/.test(name)) return Number(name);
  return (await knownIdByName(name, { consistent: false })) ?? null;
}

function inSection(id: number): Facet {
  return {
    published: [TIMELINE.section(id)],
    drafts: [TIMELINE.draftSection(id)],
    has: post => listPostSections(post).includes(id),
  };
}

function byAuthor(id: number): Facet {
  return {
    published: [TIMELINE.author(id)],
    drafts: [TIMELINE.draftAuthor(id)],
    has: post => post.roar_author_ids.includes(id),
  };
}

function readableBy(caller: Caller): Facet {
  return {
    published: [TIMELINE.published],
    drafts: [TIMELINE.draftAuthor(caller.authorId)],
    has: post => mayRead(caller, post),
  };
}

function withTag(tag: string): Facet {
  return {
    published: [TIMELINE.tag(tag)],
    drafts: [TIMELINE.draftTag(tag)],
    has: post => post.tags.some(other => tagKey(other) === tagKey(tag)),
  };
}
