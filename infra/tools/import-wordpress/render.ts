import { KINDS, type Summary } from './summary.ts';

/** The lines that tell a person what an import did, failures last. */
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

/** Records are imported side by side: in the order of their completion two runs would print different summaries. */
const collator = new Intl.Collator('en', { numeric: true });

function inOrder(ids: readonly string[]): string[] {
  return ids.toSorted((a, b) => collator.compare(a, b));
}

function byName<T>(entries: ReadonlyMap<string, T>): [string, T][] {
  return [...entries].sort(([a], [b]) => collator.compare(a, b));
}

function endLines(aborted: string | undefined): string[] {
  return aborted === undefined ? [] : [`Ended early: ${aborted}`, 'Run it again to go on from here.'];
}

/** A dry run asks no service, and so does not know what is there already. */
function countLines(summary: Summary, dryRun: boolean): string[] {
  return KINDS.map(kind => {
    const { made, already, failed } = summary.counts[kind];
    const counts = dryRun
      ? `would make ${made}, ${failed} would fail`
      : `${made} made, ${already} already there, ${failed} failed`;
    return `${kind.padEnd(16)} ${counts}`;
  });
}

function failureLine(failure: Summary['failures'][number]): string {
  return `${failure.kind}, WordPress id ${failure.wordpressId}, "${failure.title}": ${failure.reason}`;
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map(line => `  ${line}`)];
}
