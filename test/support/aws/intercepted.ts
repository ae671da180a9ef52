import { database } from '../../../shared/platform/store/client.ts';

type Input = Record<string, any>;
/** Answers a call in the table's place, or sends it, with another input if need be. @returns the output */
type Answer = (command: string, input: Input, send: (input: Input) => Promise<Input>) => Promise<Input>;

/** Lets a test answer the calls of `task` to the table, as DynamoDB may and the local engine does not. */
export async function intercepted<T>(answer: Answer, task: () => Promise<T>): Promise<T> {
  const { middlewareStack } = database();
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const send = async (input: Input) => (await next({ ...args, input })).output as Input;
        const output = await answer(commandName, args.input, send);
        return { response: undefined, output: output as Awaited<ReturnType<typeof next>>['output'] };
      },
    { step: 'initialize', name: 'intercepted' },
  );
  try {
    return await task();
  } finally {
    middlewareStack.remove('intercepted');
  }
}
