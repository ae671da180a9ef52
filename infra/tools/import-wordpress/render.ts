import { KINDS, type Summary } from './summary.ts';

/** The lines that tell a person what an import did, failures last. */
export function renderSummary(summary: Summary): string[] {
  return [
    ...countLines(summary),
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

const inOrder = (ids: readonly string[]): string[] => ids.toSorted((a, b) => collator.compare(a, b));

const byName = <T>(entries: ReadonlyMap<string, T>): [string, T][] =>
  [...entries].sort(([a], [b]) => collator.compare(a, b));

function endLines(aborted: string | undefined): string[] {
  return aborted === undefined ? [] : [`Ended early: ${aborted}`, 'Run it again to go on from here.'];
}

function countLines(summary: Summary): string[] {
  return KINDS.map(kind => {
    const { made, already, failed } = summary.counts[kind];
    return `${kind.padEnd(16)} ${made} made, ${already} already there, ${failed} failed`;
  });
}

function failureLine(failure: Summary['failures'][number]): string {
  return `${failure.kind}, WordPress id ${failure.wordpressId}, "${failure.title}": ${failure.reason}`;
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map(line => `  ${line}`)];
}
