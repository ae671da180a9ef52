import * as v from 'valibot';

/** What is counted of a post; kept apart from the record, so that counting never meets an edit. */
export const Stats = v.object({
  page_views: v.optional(v.number(), 0),
  likes: v.optional(v.number(), 0),
});
export type Stats = v.InferOutput<typeof Stats>;

export const NO_STATS: Stats = { page_views: 0, likes: 0 };
