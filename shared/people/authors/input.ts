import * as v from 'valibot';
import { boundedString, line, text } from '../../platform/values/bounds.ts';
import { cleanLine } from '../../platform/values/clean.ts';
import { clearable, freeForm, id, requiredLine } from '../../platform/values/fields.ts';
import { AuthorStatus } from './record.ts';

const EMAIL_MESSAGE = 'must be an email address';
/** Matches in linear time, because the first dot of the domain can match at only one place. */
export const email = v.pipe(
  boundedString(254),
  v.check(value => value === cleanLine(value), EMAIL_MESSAGE),
  v.regex(/^[^\s@,]+@[^\s@,][^\s@,.]*\.[^\s@,]+$/u, EMAIL_MESSAGE),
);
const slug = v.pipe(
  boundedString(200),
  v.regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i, 'must be words of letters and digits joined by - or _'),
);
export const password = v.pipe(
  boundedString(128),
  v.check(value => value.isWellFormed(), 'must be valid Unicode'),
  v.minLength(8, 'must have at least 8 characters'),
);

/** check.ts knows which roles there are, because an author keeps one that the site no longer has. */
export const role = requiredLine(100);

const fields = clearable({
  first_name: line(100),
  last_name: line(100),
  email,
  password,
  name: slug,
  about_html: text(100_000),
  image_id: id,
  specific_data: freeForm,
  role,
  status: AuthorStatus,
});
/** `fb_id`: the social account that an author signed up with, for importers. */
export const AuthorCreateInput = v.object({
  ...fields.entries,
  fb_id: v.nullish(line(100)),
});
export type AuthorCreateInput = v.InferOutput<typeof AuthorCreateInput>;

/** Edits must send first_name and last_name. */
export const AuthorEditInput = v.object({
  ...fields.entries,
  first_name: requiredLine(100),
  last_name: requiredLine(100),
});
export type AuthorEditInput = v.InferOutput<typeof AuthorEditInput>;
