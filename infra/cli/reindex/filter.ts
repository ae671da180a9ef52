import * as v from 'valibot';
import { describeIssues } from '../../../shared/platform/core/faults.ts';
import { parseQuery } from '../../../shared/platform/http/event.ts';
import { requiredQuery } from '../../../shared/platform/http/query.ts';
import { SYSTEM } from '../../../shared/people/keys/first-admin.ts';
import { filterFields } from '../../../shared/posts/listing/filters/input.ts';
import { PostMatcher } from '../../../shared/posts/listing/filters/matcher.ts';
import { parsePostFilter } from '../../../shared/posts/listing/filters/parse.ts';
import { toQuery as queryOfFilter } from '../../../shared/posts/listing/filters/query.ts';
import { sectionDirectory } from '../../../shared/taxonomy/sections/read.ts';
import { runQuery } from '../../../shared/platform/store/query/run.ts';
import type { Matches, TimelineQuery } from '../../../shared/platform/store/query/timeline-query.ts';
import { UsageError } from '../../core/command.ts';

const { sections, exclude_sections, all_sections, tags, provider_id, start_ts, end_ts, days } = filterFields;

/** The filters of `GET /posts` that timelines alone decide. The types of posts are those of the deployed site, which is not known here. */
const Filter = v.strictObject(
  {
    ...{ sections, exclude_sections, all_sections, tags, provider_id, start_ts, end_ts, days },
    type: v.optional(requiredQuery(100)),
  },
  'is not a known filter',
);
export type Filter = v.InferOutput<typeof Filter>;

/** Parses a query string such as `sections=news&days=30`. @throws UsageError that names each fault */
export function parseFilter(text: string): Filter {
  const { success, output, issues } = v.safeParse(Filter, parseQuery({ rawQueryString: text }));
  if (success) return output;
  throw new UsageError(
    describeIssues(issues)
      .map(fault => `--filter: ${fault}`)
      .join('\n'),
  );
}

/** Reads the published posts that match, newest first, from a position on. */
export type ReadMatches = (page: Pick<TimelineQuery, 'after' | 'limit'>) => Promise<Matches>;

/** @returns undefined when no post can match, because a section doesn't exist */
export async function planMatches(filter: Filter): Promise<ReadMatches | undefined> {
  const filters = { ...filter, order: 'newest', exclude_private: false, removed: false } as const;
  const posts = await parsePostFilter(filters, SYSTEM);
  if (!posts) return undefined;
  const query = queryOfFilter(posts, new PostMatcher(posts, await sectionDirectory()), { consistent: true });
  return page => runQuery({ ...query, ...page, offset: 0, consistent: true });
}
