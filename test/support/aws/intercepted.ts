import { withLayer } from './with-layer.ts';

type Input = Record<string, any>;
/** Answers a call in the table's place, or sends it, after changing its input if need be. @returns the output */
type Answer = (input: Input, send: () => Promise<Input>) => Promise<Input>;

/** Lets a test answer the calls of `task` to the table, as DynamoDB may and the local engine does not. */
export function intercepted<T>(answer: Answer, task: () => Promise<T>): Promise<T> {
  return withLayer(
    async ({ input }, next) =>
      (await answer(input, next as () => Promise<Input>)) as Awaited<ReturnType<typeof next>>,
    task,
  );
}
