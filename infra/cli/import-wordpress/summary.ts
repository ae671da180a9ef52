import type { Outcome } from './destination.ts';

/** The kinds that are counted separately. `posts` are those that are published immediately. */
export const KINDS = ['authors', 'sections', 'tags', 'images', 'posts', 'drafts', 'scheduled posts'] as const;
export type Kind = (typeof KINDS)[number];

/** One record of the export. `wordpressId` is a post id, a login or a nicename. */
export interface Subject {
  kind: Kind;
  wordpressId: string;
  title: string;
}

interface Failure extends Subject {
  reason: string;
}

/** The result of an import. */
export interface Summary {
  counts: Record<Kind, { created: number; existing: number; failed: number }>;
  /** The number of skipped records by reason. */
  skipped: Map<string, number>;
  /** Changes made during the import, with the WordPress ids of the changed records. */
  notes: Map<string, string[]>;
  failures: Failure[];
  /** Why the import ended early; undefined when it completed. */
  aborted: string | undefined;
}

export function emptySummary(): Summary {
  const none = (): Summary['counts'][Kind] => ({ created: 0, existing: 0, failed: 0 });
  return {
    counts: {
      authors: none(),
      sections: none(),
      tags: none(),
      images: none(),
      posts: none(),
      drafts: none(),
      'scheduled posts': none(),
    },
    skipped: new Map(),
    notes: new Map(),
    failures: [],
    aborted: undefined,
  };
}

export function countOutcome(summary: Summary, kind: Kind, outcome: Outcome): void {
  summary.counts[kind][outcome] += 1;
}

export function countSkipped(summary: Summary, reason: string, count = 1): void {
  summary.skipped.set(reason, (summary.skipped.get(reason) ?? 0) + count);
}

export function addNote(summary: Summary, note: string, wordpressId: string): void {
  const ids = summary.notes.get(note);
  if (ids) ids.push(wordpressId);
  else summary.notes.set(note, [wordpressId]);
}

export function addFailure(summary: Summary, subject: Subject, error: unknown): void {
  summary.counts[subject.kind].failed += 1;
  summary.failures.push({ ...subject, reason: error instanceof Error ? error.message : String(error) });
}

/** Whether everything was imported. */
export function isSuccessful(summary: Summary): boolean {
  return summary.failures.length === 0 && summary.aborted === undefined;
}
