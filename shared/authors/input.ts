import * as v from 'valibot';
import { clearable, freeForm, id, text } from '../http/fields.ts';
import { AuthorStatus } from './record.ts';

const email = v.pipe(text(254), v.regex(/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/, 'must be an email address'));
const slug = v.pipe(
  text(200),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/i, 'must be words of letters and digits joined by -'),
);
const password = v.pipe(text(128), v.minLength(8, 'must have at least 8 characters'));

/** What both create and edit take. */
export const AuthorInput = clearable({
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
export type AuthorInput = v.InferOutput<typeof AuthorInput>;

/** `fb_id` (ours): the social account an author signed up with, for importers. */
export const AuthorCreateInput = v.object({
  ...AuthorInput.entries,
  fb_id: v.nullish(text(100)),
});
export type AuthorCreateInput = v.InferOutput<typeof AuthorCreateInput>;
