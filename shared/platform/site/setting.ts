import * as v from 'valibot';
import { cleanLine } from '../values/clean.ts';

/** A setting that is a line of text. */
export function text(most = 200) {
  return v.pipe(
    v.string(),
    v.transform(cleanLine),
    v.minLength(1, 'must not be empty'),
    v.maxLength(most, `must have at most ${most} characters`),
  );
}

/** A setting that names a secret in AWS Secrets Manager. */
export const secret = v.object({ secretName: text(512) });
