import { KINDS, type Summary } from './summary.ts';

/** The lines of the summary, failures last. */
export function renderSummary(summary: Summary, { dryRun = false }: { dryRun?: boolean } = {}): string[] {
  return [
    ...countLines(summary, dryRun),
    ...section(
      'Skipped:',
      byName(summary.skipped).map(([reason, count]) => `${count} × ${reason}`),
    ),
    ...section(
      'To know:',
      byName(summary.notes).map(([note, ids]) => `${note} (${ids.length}): ${inOrder(ids).join(', ')}`),
    ),
    ...section('Failed:', summary.failures.map(failureLine)),
    ...endLines(summary.aborted),
  ];
}

/** Records are imported concurrently; sorting makes the summaries of two runs equal. */
const collator = new Intl.Collator('en', { numeric: true });

function inOrder(ids: readonly string[]): string[] {
  return ids.toSorted((a, b) => collator.compare(a, b));
}

function byName<T>(entries: ReadonlyMap<string, T>): [string, T][] {
  return [...entries].sort(([a], [b]) => collator.compare(a, b));
}

function endLines(aborted: string | undefined): string[] {
  return aborted === undefined ? [] : [`Ended early: ${aborted}`, 'Run the command again to continue.'];
}

/** A dry run sends no request, so it does not know which records exist. */
function countLines(summary: Summary, dryRun: boolean): string[] {
  return KINDS.map(kind => {
    const { created, existing, failed } = summary.counts[kind];
    const counts = dryRun
      ? `would create ${created}, ${failed} would fail`
      : `${created} created, ${existing} already there, ${failed} failed`;
    return `${kind.padEnd(16)} ${counts}`;
  });
}

function failureLine(failure: Summary['failures'][number]): string {
  return `${failure.kind}, WordPress id ${failure.wordpressId}, "${failure.title}": ${failure.reason}`;
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map(line => `  ${line}`)];
}
