import type { RouteName } from '../../../../functions/routes/index.ts';
import type { Example } from '../example.ts';
import { apiKeys, audit, authors, follows, invitations, passkeys, sessions } from './authors.ts';
import { dam } from './dam.ts';
import { drafts, previews } from './drafts.ts';
import { editor } from './editor.ts';
import { feeds } from './feeds.ts';
import { media } from './media.ts';
import { posts } from './posts.ts';
import { badges, sections } from './sections.ts';
import { webhooks } from './webhooks.ts';

/** An example of every endpoint. The type requires one for each row. */
export const examples: Readonly<Record<RouteName, Example>> = {
  ...authors,
  ...apiKeys,
  ...sessions,
  ...audit,
  ...passkeys,
  ...invitations,
  ...sections,
  ...badges,
  ...drafts,
  ...previews,
  ...posts,
  ...follows,
  ...media,
  ...dam,
  ...webhooks,
  ...editor,
  ...feeds,
};

/** @throws Error for a row without an example */
export function findExample(name: string): Example {
  const example = Object.entries(examples).find(([row]) => row === name)?.[1];
  if (!example) throw new Error(`infra/sites/reference/examples has no example of ${name}`);
  return example;
}
