import { createHook } from 'node:async_hooks';

/** Runs `task` and counts the connections that the process tries to open meanwhile, whatever opens them. */
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
