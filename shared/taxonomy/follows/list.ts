import { presentAuthors, type Author } from '../../people/authors/present.ts';
import { Authors } from '../../people/authors/record.ts';
import type { Position } from '../../platform/values/position.ts';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { HOME } from '../sections/record.ts';
import type { Directory } from '../sections/directory.ts';
import { presentSections, type Section } from '../sections/present.ts';
import { SECTION } from '../sections/record.ts';
import { queryItems, type Consistency } from '../../platform/store/table.ts';
import { readPage } from '../../platform/store/timeline.ts';
import { requireSection, followersTimeline, followKey } from './follow.ts';

/** The sections that an author follows: Home first, which has no `order`, then sorted as sections are. */
export async function listFollowedSections(
  authorId: number,
  directory: Directory,
  { consistent }: Consistency,
): Promise<Answer<Section[]>> {
  const items = await queryItems({ pk: followKey.partition(authorId), consistent });
  const followed = new Set(items.map(item => Number(item.sk)));
  const sections = [HOME, ...directory.sorted().map(({ value }) => value)];
  const shown = sections.filter(({ id }) => followed.has(id));
  const body = await presentSections(SECTION, shown, directory);
  return { body, total: body.length };
}

export interface FollowersRequest {
  caller: Caller;
  query: { offset: number; limit: number };
  after: Position | undefined;
}

/** One page of the authors who follow a section, newest first. @throws NotFound */
export async function listFollowers(
  sectionId: number,
  { caller, query, after }: FollowersRequest,
): Promise<Answer<Author[]>> {
  const timelines = [followersTimeline(sectionId)];
  const [page] = await Promise.all([
    readPage({ ...query, timelines, after, consistent: readsConsistently(caller) }),
    requireSection(sectionId),
  ]);
  const authors = await Authors.known(page.ids);
  const body = await presentAuthors(
    page.ids.flatMap(id => authors.get(id) ?? []),
    caller,
  );
  return { body, next: page.next };
}
