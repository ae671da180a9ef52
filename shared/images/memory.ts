/** What all pictures under way in this process may hold together. */
const MAX_HELD_BYTES = 256_000_000;
/** Of each, beside its pixels: the decoder's and encoders' own. So it also bounds how many run at once. */
const EACH = 60_000_000;

interface Waiting {
  bytes: number;
  start: () => void;
}

let held = 0;
const waiting: Waiting[] = [];

/** Runs work that needs so much memory when there is room, in the order of asking; what needs more than there is, alone. */
export async function withMemory<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const needed = bytes + EACH;
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
