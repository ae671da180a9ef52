import type { Handler, HttpHandlerOptions, MiddlewareStack } from '@smithy/types';
import { passCall } from '../layers.ts';
import { markPlain } from './protocol.ts';

/** An object for the middleware that a client's stack has at present. Another one takes its place when that may have changed. */
const states = new WeakMap<object, object>();

/** Watches a client's stack, so that its handlers can be kept until it changes. @returns the stack that the client must use */
export function watchStack<Stack extends object>(stack: Stack): Stack {
  const watched = new Proxy(stack, {
    // What is read may be a method that changes the stack. A client that sends a command passes the stack on without reading from it.
    get: (target, name): unknown => {
      states.set(watched, {});
      return Reflect.get(target, name);
    },
  });
  return watched;
}

/** A command of the SDK's client, as far as it is needed to run it. */
interface ClientCommand<Input extends object, Output extends object, Stack, Config> {
  input: Input;
  middlewareStack: Pick<MiddlewareStack<Input, Output>, 'add'>;
  resolveMiddleware(stack: Stack, config: Config, options?: HttpHandlerOptions): Handler<Input, Output>;
}

/**
 * Runs the commands of one class with plain values, through the layers. The SDK resolves about a dozen middlewares to a handler for each
 * call; here the handler stays as long as the client's stack. This is the SDK's option `cacheMiddleware`, which its document client does not
 * allow, and which would ignore later changes of the stack. As there, calls of a class share their context, to which they add nothing of
 * their own.
 */
export class PlainHandler<Input extends object, Output extends object, Stack extends object, Config> {
  readonly #kept = new WeakMap<object, Handler<Input, Output>>();
  readonly #operation: string;
  readonly #Command: new (input: Input) => ClientCommand<Input, Output, Stack, Config>;

  constructor(operation: string, Command: new (input: Input) => ClientCommand<Input, Output, Stack, Config>) {
    this.#operation = operation;
    this.#Command = Command;
  }

  /** @returns what a command's `resolveMiddleware` must return */
  resolve(input: Input, stack: Stack, config: Config, options?: HttpHandlerOptions): Handler<Input, Output> {
    const send = async () => {
      const state = options ? undefined : states.get(stack);
      const handler = (state && this.#kept.get(state)) ?? this.#resolve(input, stack, config, options);
      return (await handler({ input })).output;
    };
    const call = { operation: this.#operation, input };
    return async () => ({ output: await passCall(call, send), response: undefined });
  }

  #resolve(
    input: Input,
    stack: Stack,
    config: Config,
    options: HttpHandlerOptions | undefined,
  ): Handler<Input, Output> {
    const command = new this.#Command(input);
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
    if (state && !options) this.#kept.set(state, handler);
    return handler;
  }
}
