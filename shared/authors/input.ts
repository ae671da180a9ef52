import * as v from 'valibot';
import { text } from '../core/bounds.ts';
import { clearable, freeForm, id, requiredText } from '../core/fields.ts';
import { AuthorStatus } from './record.ts';

/** Matches in linear time, because the first dot of the domain can match at only one place. */
const email = v.pipe(
  text(254),
  v.regex(/^[^\s@,\p{Cc}]+@[^\s@,\p{Cc}][^\s@,.\p{Cc}]*\.[^\s@,\p{Cc}]+$/u, 'must be an email address'),
);
const slug = v.pipe(
  text(200),
  v.regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i, 'must be words of letters and digits joined by - or _'),
);
const password = v.pipe(text(128), v.minLength(8, 'must have at least 8 characters'));

const fields = clearable({
  first_name: text(100),
  last_name: text(100),
  email,
  password,
  name: slug,
  about_html: text(100_000),
  image_id: id,
  specific_data: freeForm,
  role: text(100),
  status: AuthorStatus,
});
/** `fb_id`: the social account that an author signed up with, for importers. */
export const AuthorCreateInput = v.object({
  ...fields.entries,
  fb_id: v.nullish(text(100)),
});
export type AuthorCreateInput = v.InferOutput<typeof AuthorCreateInput>;

/** Edits must send first_name and last_name. */
export const AuthorEditInput = v.object({
  ...fields.entries,
  first_name: requiredText(100),
  last_name: requiredText(100),
});
export type AuthorEditInput = v.InferOutput<typeof AuthorEditInput>;
