import * as v from 'valibot';
import { foldName, nameBegins, namesTimeline } from '../../people/authors/entries.ts';
import { Authors, displayName, type AuthorRecord } from '../../people/authors/record.ts';
import { mapWithConcurrency } from '../../platform/core/concurrency.ts';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import { pageFields, requiredQuery, throwFaults } from '../../platform/http/query.ts';
import { isBackfilled } from '../../platform/store/backfill.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { runQuery } from '../../platform/store/query/run.ts';
import { EVERYWHERE } from '../../platform/store/query/scan-range.ts';
import { countItems } from '../../platform/store/table.ts';
import { tagKey } from '../../platform/text/tag.ts';
import { fold } from '../../platform/text/words.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { knownTags } from '../../taxonomy/sections/known-tags.ts';
import { sectionDirectory } from '../../taxonomy/sections/read.ts';
import { readsOnlyOwnDrafts } from '../record/access.ts';
import { TIMELINE } from '../record/timelines.ts';
import { findTags, MAX_COUNTED } from './tag-names.ts';

const MAX_LENGTH = 200;
const beginning = v.optional(requiredQuery(MAX_LENGTH));
const { limit } = pageFields(10, 30);
export const SuggestQuery = v.object({ tags: beginning, authors: beginning, limit });

const TagSuggestion = v.object({
  tag: v.string(),
  count: v.number(),
  tag_id: v.nullable(v.number()),
  sections: v.array(v.object({ id: v.number(), title: v.string() })),
});
const AuthorSuggestion = v.object({ id: v.number(), name: v.string(), title: v.string(), count: v.number() });
export const Suggestions = v.object({
  tags: v.array(TagSuggestion),
  authors: v.array(AuthorSuggestion),
});
type Suggestions = v.InferOutput<typeof Suggestions>;

interface Request {
  query: v.InferOutput<typeof SuggestQuery>;
  caller: Caller;
}

/** Tags or authors whose names begin with a text, most used first. Case and accents don't count. @throws InvalidInput */
export async function suggest({ query, caller }: Request): Promise<Answer<Suggestions>> {
  const { tags, authors, limit: most } = query;
  throwFaults(tags === undefined && authors === undefined ? ['tags: is required, or authors'] : []);
  const [suggestedTags, suggestedAuthors, isComplete] = await Promise.all([
    tags === undefined ? [] : suggestTags(tags, most, caller),
    authors === undefined ? [] : suggestAuthors(authors, most, caller),
    isBackfilled(),
  ]);
  return { body: { tags: suggestedTags, authors: suggestedAuthors }, isIncomplete: !isComplete };
}

/** Tags that are read to find the most used ones. */
const MAX_TAGS = 300;

interface Candidate {
  tag: string;
  count: number;
}

/** Tags of posts, of sections and of the tags' own pages. One round trip; two where drafts of others are hidden. */
async function suggestTags(text: string, most: number, caller: Caller): Promise<Suggestions['tags']> {
  const [carried, sections, pages] = await Promise.all([
    findTags(text, MAX_TAGS, { consistent: readsConsistently(caller) }),
    sectionDirectory(),
    knownTags(),
  ]);
  const shown = readsOnlyOwnDrafts(caller) ? await countPublished(carried) : carried;
  const folded = fold(text.trim());
  const named = [...listSectionTags(sections), ...listTitles(pages)].filter(tag =>
    fold(tag).startsWith(folded),
  );
  const candidates = new Map<string, Candidate>();
  for (const candidate of [...shown, ...named.map(tag => ({ tag, count: 0 }))])
    if (!candidates.has(tagKey(candidate.tag))) candidates.set(tagKey(candidate.tag), candidate);
  const idByKey = new Map(pages.sorted().map(({ value: { id, title } }) => [tagKey(title), id]));
  return sortByCount([...candidates.values()], most).map(({ tag, count }) => ({
    ...{ tag, count, tag_id: idByKey.get(tagKey(tag)) ?? null },
    sections: sections.sharingTag([tag]).map(id => ({ id, title: sections.get(id)?.title ?? '' })),
  }));
}

function listSectionTags(directory: Directory): string[] {
  return directory.sorted().flatMap(({ value }) => value.tags);
}

function listTitles(directory: Directory): string[] {
  return directory.sorted().map(({ value }) => value.title);
}

const MAX_CONCURRENT = 16;

/** For callers who see no drafts of others, nor their tags. */
async function countPublished(tags: readonly Candidate[]): Promise<Candidate[]> {
  const counted: Candidate[] = [];
  await mapWithConcurrency(tags, MAX_CONCURRENT, async ({ tag }) => {
    const count = await countEntries(TIMELINE.tag(tag));
    if (count > 0) counted.push({ tag, count });
  });
  return counted.sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

function countEntries(timeline: string): Promise<number> {
  return countItems({ pk: `T#${timeline}`, limit: MAX_COUNTED, consistent: false });
}

function sortByCount<T extends { count: number }>(found: readonly T[], most: number): T[] {
  return [...found].sort((a, b) => b.count - a.count).slice(0, most);
}

/** Active authors, the newest ones of those whose name begins so; their published posts are counted. Three round trips. */
async function suggestAuthors(text: string, most: number, caller: Caller): Promise<Suggestions['authors']> {
  const folded = foldName(text);
  if (folded === '') return [];
  const consistent = readsConsistently(caller);
  const records = new Map<number, AuthorRecord>();
  const { matches } = await runQuery({
    ...{ terms: [[namesTimeline(folded.split(' ')[0] ?? '')]], without: [], range: EVERYWHERE },
    ...{ direction: 'newest', offset: 0, limit: most, after: undefined, consistent },
    test: async found => {
      for (const author of await Authors.readMany(
        found.map(({ id }) => id),
        { consistent },
      ))
        records.set(author.id, author);
      return found.map(({ id }) => {
        const author = records.get(id);
        return author?.status === 'active' && nameBegins(author, folded);
      });
    },
  });
  const authors = matches.flatMap(({ id }) => records.get(id) ?? []);
  const counted = await Promise.all(
    authors.map(async author => {
      const { id, name } = author;
      return { id, name, title: displayName(author), count: await countEntries(TIMELINE.author(id)) };
    }),
  );
  return sortByCount(counted, most);
}
