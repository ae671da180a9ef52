import { apiKeysRows, auditRows } from './api_keys.ts';
import { authorsRows } from './authors.ts';
import { badgesRows } from './badges.ts';
import { damRows } from './dam.ts';
import { draftsRows, previewsRows } from './drafts.ts';
import { editorRows, meRows } from './editor.ts';
import { feedsRows, sitemapsRows } from './feeds.ts';
import { followsRows } from './follows.ts';
import { documentsRows, imagesRows, uploadsRows } from './images.ts';
import { likesRows } from './likes.ts';
import { passkeysRows, recoveryCodesRows } from './passkeys.ts';
import { postsRows } from './posts.ts';
import { scheduledPostsRows } from './scheduled_posts.ts';
import { scraperRows } from './scraper.ts';
import { sectionsRows } from './sections.ts';
import { invitationsRows, sessionsRows } from './sessions.ts';
import { tagsRows } from './tags.ts';
import { webhooksRows } from './webhooks.ts';
import type { Route } from '../runtime/route.ts';

/**
 * The route table: every endpoint once, composed of the rows of each resource. Functions, routes, grants, the local gateway, the
 * table in functions/README.md and the contract tests are derived from it, in this order.
 */
export const routes = {
  ...authorsRows,
  ...apiKeysRows,
  ...sessionsRows,
  ...passkeysRows,
  ...recoveryCodesRows,
  ...invitationsRows,
  ...auditRows,
  ...sectionsRows,
  ...tagsRows,
  ...badgesRows,
  ...draftsRows,
  ...previewsRows,
  ...postsRows,
  ...likesRows,
  ...followsRows,
  ...scheduledPostsRows,
  ...imagesRows,
  ...documentsRows,
  ...damRows,
  ...uploadsRows,
  ...scraperRows,
  ...webhooksRows,
  ...meRows,
  ...editorRows,
  ...feedsRows,
  ...sitemapsRows,
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

/** The rows as a list, each with its name. */
export const routeList: readonly (Route & { name: string })[] = Object.entries<Route>(routes).map(
  ([name, route]) => ({ ...route, name }),
);
