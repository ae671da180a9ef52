import type { Route } from '../../../functions/runtime/route.ts';
import { site } from '../../../shared/platform/site/site.ts';
import type { Bodies } from './bodies.ts';
import { FORM_BODY } from './bodies.ts';
import { ERRORS, type DescribedError, type ErrorCode } from './errors.ts';
import type { Example } from './example.ts';

interface Asked {
  row: Pick<Route, 'method' | 'path' | 'public' | 'isKeyless'>;
  example: Example;
  bodies: Bodies | undefined;
  /** Whether the answer may be too long. */
  isList: boolean;
}

/** The errors that an endpoint may answer: those that follow from its input, and those of its example. */
export function listRefusals(asked: Asked): DescribedError[] {
  const codes = new Set<ErrorCode>([...derived(asked), ...(asked.example.refuses ?? [])]);
  return ERRORS.filter(({ code }) => codes.has(code));
}

function derived({ row, example, bodies, isList }: Asked): ErrorCode[] {
  const { method, path } = row;
  const isOpen = row.public === true && site().features.publicRead;
  return [
    // For every request: a strict one is refused for an unknown parameter.
    'invalid_input',
    // Any body may come compressed, which is refused.
    ...codes(bodies !== undefined, 'malformed_json', 'too_large', 'unsupported_media_type'),
    ...codes(bodies !== undefined && FORM_BODY in bodies, 'malformed_multipart'),
    ...codes(!isOpen && !row.isKeyless, 'api_key_missing', 'session_ended'),
    ...codes(!row.isKeyless, 'api_key_invalid', 'forbidden'),
    ...codes(path.includes('{'), 'not_found'),
    ...codes(example.ifMatch === true, 'precondition_failed'),
    ...codes(
      method === 'POST' && !row.isKeyless,
      'idempotency_in_progress',
      'idempotency_key_reused',
      'conflict',
    ),
    ...codes(isList, 'too_large'),
    'too_many_requests',
    'internal_error',
    'unavailable',
  ];
}

function codes(holds: boolean, ...these: ErrorCode[]): ErrorCode[] {
  return holds ? these : [];
}
