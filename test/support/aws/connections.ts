import { createHook } from 'node:async_hooks';

/** Counts all connections that the process tries to open while `task` runs. */
export async function connectionsDuring(task: () => Promise<unknown>): Promise<number> {
  let attempts = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'TCPCONNECTWRAP') attempts += 1;
    },
  });
  hook.enable();
  try {
    await task();
  } finally {
    hook.disable();
  }
  return attempts;
}
