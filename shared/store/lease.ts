import type { Condition } from './condition.ts';

/** The item still has the token of this lease: each lease puts its own, so a worker that lost the item can't write it. */
export function hasToken(token: string, otherwise: () => Error): Condition {
  return {
    expression: '#token = :token',
    names: { '#token': 'token' },
    values: { ':token': token },
    otherwise,
  };
}
