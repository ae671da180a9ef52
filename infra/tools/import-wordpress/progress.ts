import { Presets, SingleBar } from 'cli-progress';

/** Shows how far the import is. */
export interface Progress {
  start: (total: number) => void;
  advance: () => void;
  stop: () => void;
}

/** For callers without a person in front. */
export const noProgress: Progress = {
  start: () => undefined,
  advance: () => undefined,
  stop: () => undefined,
};

/** Shows the progress of work that advances so often. */
export async function counted(progress: Progress, total: number, work: () => Promise<void>): Promise<void> {
  progress.start(total);
  try {
    await work();
  } finally {
    progress.stop();
  }
}

const LINE_INTERVAL_MS = 5_000;

/** A bar on standard error; where that is no terminal, a plain line every few seconds. */
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
