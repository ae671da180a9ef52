import type { Condition } from './condition.ts';

/** The item still has this lease's token. Each lease writes a new token, so a worker whose lease was taken over can't write the item. */
export function hasToken(token: string, otherwise: () => Error): Condition {
  return {
    expression: '#token = :token',
    names: { '#token': 'token' },
    values: { ':token': token },
    otherwise,
  };
}
