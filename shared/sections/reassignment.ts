import * as v from 'valibot';
import { REASSIGNMENT } from '../store/job-kinds.ts';
import { outboxItem, type OutboxItem } from '../store/outbox.ts';

/** The follow-up of a section change: every post that carries one of the tags, or is in the section, is judged anew. */
export const Reassignment = v.object({
  tags: v.array(v.string()),
  section_id: v.nullable(v.number()),
  /** Where it is shown how far the walk has come (progress.ts); a deleted section shows nothing. */
  progress: v.optional(v.nullable(v.string()), null),
  /** How far the walk has come: the timeline under way, and the last position done in it. */
  timeline: v.optional(v.number(), 0),
  after: v.optional(v.string()),
  /** In posts; the total is counted when the work turns out to be long. */
  done: v.optional(v.number(), 0),
  total: v.optional(v.number()),
});
export type Reassignment = v.InferOutput<typeof Reassignment>;

export function reassignment(job: Pick<Reassignment, 'tags' | 'section_id' | 'progress'>): OutboxItem {
  return outboxItem(REASSIGNMENT, job);
}
