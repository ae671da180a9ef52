import * as v from 'valibot';
import { outboxItem, type OutboxItem } from '../store/outbox.ts';

/** The follow-up of a section change: every post that carries one of the tags, or is in the section, is judged anew. */
export const Reassignment = v.object({
  tags: v.array(v.string()),
  section_id: v.nullable(v.number()),
  /** How far the walk has come: the timeline under way, and the last position done in it. */
  timeline: v.optional(v.number(), 0),
  after: v.optional(v.string()),
});
export type Reassignment = v.InferOutput<typeof Reassignment>;

export const REASSIGNMENT = 'sections.reassign';

export const reassignment = (job: Pick<Reassignment, 'tags' | 'section_id'>): OutboxItem =>
  outboxItem(REASSIGNMENT, job);
