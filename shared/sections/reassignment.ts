import * as v from 'valibot';
import { REASSIGNMENT } from '../store/job-kinds.ts';
import { outboxItem, type OutboxItem } from '../store/outbox-item.ts';

/** The job that follows a section change: it recomputes the sections of every post that has one of the tags or is in the section. */
export const Reassignment = v.object({
  tags: v.array(v.string()),
  section_id: v.nullable(v.number()),
  /** The sort key of the progress (progress.ts); null for a deleted section, which shows none. */
  progress: v.optional(v.nullable(v.string()), null),
  /** Where to resume: the index of the timeline, and the last position done in it. */
  timeline: v.optional(v.number(), 0),
  after: v.optional(v.string()),
  /** Numbers of posts; the total is counted only for a job of more than one page. */
  done: v.optional(v.number(), 0),
  total: v.optional(v.number()),
});
export type Reassignment = v.InferOutput<typeof Reassignment>;

export function reassignment(job: Pick<Reassignment, 'tags' | 'section_id' | 'progress'>): OutboxItem {
  return outboxItem(REASSIGNMENT, job);
}
