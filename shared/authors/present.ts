import * as v from 'valibot';
import { site } from '../config/site.ts';
import { textOf } from '../text/html.ts';
import { AuthorStatus, displayName, type AuthorRecord } from './record.ts';

/** An author as answered. The email and the password never are. */
export const Author = v.object({
  id: v.number(),
  name: v.string(),
  displayname: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  about_html: v.string(),
  bio: v.string(),
  photo: v.string(),
  image_id: v.nullable(v.number()),
  fb_id: v.nullable(v.string()),
  profile_url: v.string(),
  role: v.string(),
  status: AuthorStatus,
  specific_data: v.record(v.string(), v.unknown()),
});
export type Author = v.InferOutput<typeof Author>;

export function presentAuthor(author: AuthorRecord): Author {
  const { id, name, first_name, last_name, about_html, image_id, fb_id, role, status, specific_data } =
    author;
  return {
    id,
    name,
    displayname: displayName(author),
    first_name,
    last_name,
    about_html,
    bio: textOf(about_html),
    photo: photoOf(author),
    image_id,
    fb_id,
    profile_url: profileUrl(author),
    role,
    status,
    specific_data,
  };
}

export const photoOf = (_author: AuthorRecord): string => site().defaultAvatarUrl;

export const profileUrl = ({ name }: AuthorRecord): string => `${site().baseUrl}/u/${name}/`;
