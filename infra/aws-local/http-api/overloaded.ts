import { ApiError } from '../../../shared/platform/core/errors.ts';

/** 503: the request would wait for too long. */
export class Overloaded extends ApiError {
  constructor(waitMs: number) {
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) };
    super(503, 'unavailable', 'Too many requests are waiting; try again later', { headers });
  }
}
