/** Limit of the memory for all pictures in this process. */
const MAX_HELD_BYTES = 256_000_000;
/** Memory of each decoder and its encoders, besides the pixels; so it also limits how many run at once. */
const OVERHEAD_BYTES = 60_000_000;

interface Waiting {
  bytes: number;
  start: () => void;
}

let held = 0;
const waiting: Waiting[] = [];

/** Runs work when its memory is available, first come, first served; work that exceeds the limit runs alone. */
export async function withMemory<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const needed = bytes + OVERHEAD_BYTES;
  await new Promise<void>(start => {
    waiting.push({ bytes: needed, start });
    admit();
  });
  try {
    return await work();
  } finally {
    held -= needed;
    admit();
  }
}

function admit(): void {
  for (
    let [first] = waiting;
    first && (held === 0 || held + first.bytes <= MAX_HELD_BYTES);
    [first] = waiting
  ) {
    waiting.shift();
    held += first.bytes;
    first.start();
  }
}
