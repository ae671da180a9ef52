import type { Command, Handler, HttpHandlerOptions, MetadataBearer, MiddlewareStack } from '@smithy/types';
import { passCall } from '../layers.ts';
import { markPlain } from './protocol.ts';

/** For each client's stack, an object that stands for its current middleware. It is replaced when the stack may have changed. */
const states = new WeakMap<object, object>();

/** Watches a client's stack, so that its handlers can be kept until it changes. @returns the stack that the client must use */
export function watchStack<Stack extends object>(stack: Stack): Stack {
  const watched = new Proxy(stack, {
    // The property may be a method that changes the stack. A client that sends a command passes the stack on without reading a property.
    get: (target, name): unknown => {
      states.set(watched, {});
      return Reflect.get(target, name);
    },
  });
  return watched;
}

/** A command of the SDK's client, as far as it is needed to run it. */
interface ClientCommand<Input extends object, Output extends object, Stack, Config> {
  middlewareStack: Pick<MiddlewareStack<Input, Output>, 'add'>;
  resolveMiddleware(stack: Stack, config: Config, options?: HttpHandlerOptions): Handler<Input, Output>;
}
type Class<Input, Instance> = new (input: Input) => Instance;

/**
 * Makes a command of the document client run with plain values, through the layers. The SDK resolves about a dozen middlewares to a handler
 * for each call; here the handler stays as long as the client's stack. This is the SDK's option `cacheMiddleware`, which its document client
 * does not allow, and which would ignore later changes of the stack. As there, calls of a class share their context, to which they add
 * nothing of their own.
 * @param operation its name in DynamoDB's API
 * @param Base the document client's command, which the new class extends
 * @param Client the command of the client below, whose middleware runs
 */
export function makePlainCommand<
  AllInput extends object,
  Input extends AllInput,
  AllOutput extends MetadataBearer,
  Output extends AllOutput,
  Config,
>(
  operation: string,
  Base: Class<Input, Command<AllInput, Input, AllOutput, Output, Config>>,
  Client: Class<Input, ClientCommand<Input, Output, MiddlewareStack<AllInput, AllOutput>, Config>>,
): typeof Base {
  type Stack = MiddlewareStack<AllInput, AllOutput>;
  const kept = new WeakMap<object, Handler<Input, Output>>();

  function resolve(input: Input, stack: Stack, config: Config, options: HttpHandlerOptions | undefined) {
    const command = new Client(input);
    command.middlewareStack.add(
      (next, context) => {
        markPlain(context);
        return next;
      },
      { step: 'initialize', name: 'plainValues', override: true },
    );
    const handler = command.resolveMiddleware(stack, config, options);
    // Resolving reads from the stack, which replaces its state.
    const state = states.get(stack);
    if (state && !options) kept.set(state, handler);
    return handler;
  }

  return class extends Base {
    override resolveMiddleware(
      stack: Stack,
      config: Config,
      options?: HttpHandlerOptions,
    ): Handler<Input, Output> {
      const call = { operation, input: this.input };
      const send = async () => {
        const state = options ? undefined : states.get(stack);
        const handler = (state && kept.get(state)) ?? resolve(this.input, stack, config, options);
        return (await handler(this)).output;
      };
      return async () => ({ output: await passCall(call, send), response: undefined });
    }
  };
}
