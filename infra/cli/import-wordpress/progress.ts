import { Presets, SingleBar } from 'cli-progress';

/** Shows the progress of the import. */
export interface Progress {
  start: (total: number) => void;
  advance: () => void;
  stop: () => void;
}

/** For callers without a terminal. */
export const noProgress: Progress = {
  start: () => undefined,
  advance: () => undefined,
  stop: () => undefined,
};

/** Shows the progress of `total` advances while the work runs. */
export async function withProgress(
  progress: Progress,
  total: number,
  work: () => Promise<void>,
): Promise<void> {
  progress.start(total);
  try {
    await work();
  } finally {
    progress.stop();
  }
}

const LINE_INTERVAL_MS = 5_000;

/** Shows a bar on standard error, or a plain line every few seconds where that is not a terminal. */
export function consoleProgress(isTerminal: boolean): Progress {
  const format = '{value}/{total} items, {percentage} %, about {eta_formatted} left';
  const bar = new SingleBar(
    {
      format: isTerminal ? `{bar} ${format}` : format,
      stream: process.stderr,
      noTTYOutput: true,
      notTTYSchedule: LINE_INTERVAL_MS,
      hideCursor: false,
    },
    Presets.shades_classic,
  );
  return { start: total => bar.start(total, 0), advance: () => bar.increment(), stop: () => bar.stop() };
}
