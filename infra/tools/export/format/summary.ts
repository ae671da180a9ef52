import { KINDS } from './lines.ts';
import type { Manifest } from './manifest.ts';

/** Formats the counts of an export for the terminal. */
export function countsOf({ counts, files, unresolved_shortcodes }: Manifest): string {
  const media = Object.keys(files).filter(name => name.startsWith('media/')).length;
  const lines = KINDS.map(kind => `${String(counts[kind]).padStart(8)} ${kind}`);
  const open =
    unresolved_shortcodes === 0
      ? []
      : [`${String(unresolved_shortcodes).padStart(8)} shortcodes without a known medium`];
  return [...lines, `${String(media).padStart(8)} files`, ...open].join('\n');
}
