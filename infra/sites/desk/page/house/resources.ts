import type { Place } from '../routes.ts';
import type { Resource } from './resource.ts';

const PAGE_FIELDS = [
  'title',
  'url',
  'status',
  'about_html',
  'header_image_id',
  'url_header_image',
  'meta_title',
];
/** Private, until someone decides otherwise. */
const PAGE_DEFAULTS = { status: '1' };
const PAGE_CONTROLS = { header_image_id: 'picture' } as const;

const SECTIONS: Resource = {
  needs: 'sections/create',
  list: 'sections/list',
  get: 'sections/get',
  create: 'sections/create',
  edit: 'sections/edit',
  remove: 'sections/delete',
  heir: 'destination_section_id',
  columns: [
    { field: 'title' },
    { field: 'full_url' },
    { field: 'status', as: 'choice' },
    { field: 'tags', as: 'texts' },
  ],
  fields: [
    ...PAGE_FIELDS.slice(0, 2),
    'parent_id',
    'tags',
    ...PAGE_FIELDS.slice(2),
    'order',
    'page_settings',
    'extras',
  ],
  controls: { ...PAGE_CONTROLS, parent_id: 'section' },
  defaults: PAGE_DEFAULTS,
  address: ['url', 'parent_id'],
};

const TAGS: Resource = {
  needs: 'tags/create',
  list: 'tags/list',
  get: 'tags/get',
  create: 'tags/create',
  edit: 'tags/edit',
  remove: 'tags/delete',
  columns: [{ field: 'title' }, { field: 'url' }, { field: 'status', as: 'choice' }],
  fields: [...PAGE_FIELDS, 'tags', 'order', 'page_settings', 'extras'],
  controls: PAGE_CONTROLS,
  defaults: PAGE_DEFAULTS,
};

const BADGES: Resource = {
  needs: 'badges/create',
  list: 'badges/list',
  get: 'badges/get',
  create: 'badges/create',
  edit: 'badges/edit',
  remove: 'badges/delete',
  columns: [
    { field: 'image', as: 'picture' },
    { field: 'name' },
    { field: 'category', as: 'choice' },
    { field: 'tags', as: 'texts' },
  ],
  fields: ['name', 'image_id', 'category', 'description', 'tags', 'link', 'order'],
  controls: { image_id: 'picture' },
  defaults: { category: '0' },
};

const AUTHORS: Resource = {
  needs: 'authors/search',
  list: 'authors/search',
  query: { limit: 30 },
  get: 'authors/get',
  create: 'authors/create',
  edit: 'authors/edit',
  columns: [
    { field: 'photo', as: 'picture' },
    { field: 'displayname' },
    { field: 'role' },
    { field: 'status', as: 'choice' },
  ],
  fields: [
    ...['first_name', 'last_name', 'email', 'password', 'role', 'status', 'name', 'image_id'],
    ...['about_html', 'specific_data'],
  ],
  controls: { image_id: 'picture', role: 'role', password: 'secret' },
  defaults: { role: 'Guest Editor', status: 'active' },
  address: ['name'],
};

const KEYS: Resource = {
  needs: 'api_keys/list',
  list: 'api_keys/list',
  create: 'api_keys/create',
  columns: [
    { field: 'label' },
    { field: 'author_id', as: 'author' },
    { field: 'permissions', as: 'choice' },
    { field: 'last_used_ts', as: 'time' },
    { field: 'expires_ts', as: 'time' },
  ],
  fields: ['author_id', 'label', 'permissions', 'note', 'expires_ts'],
  controls: { author_id: 'author', expires_ts: 'time' },
  shownOnce: 'key',
  actions: [{ name: 'revoke', operation: 'api_keys/delete', isFinal: true }],
};

const SESSIONS: Resource = {
  needs: 'sessions/list',
  list: 'sessions/list',
  columns: [
    { field: 'device' },
    { field: 'author_id', as: 'author' },
    { field: 'method', as: 'choice' },
    { field: 'address', as: 'plain' },
    { field: 'last_used_ts', as: 'time' },
    { field: 'is_current', as: 'flag' },
  ],
  actions: [
    {
      name: 'end',
      operation: 'sessions/delete',
      isOffered: ({ is_current: isCurrent }) => isCurrent !== true,
    },
  ],
};

const WEBHOOKS: Resource = {
  needs: 'webhooks/list',
  list: 'webhooks/list',
  get: 'webhooks/get',
  create: 'webhooks/create',
  edit: 'webhooks/edit',
  remove: 'webhooks/delete',
  columns: [
    { field: 'url' },
    { field: 'active', as: 'flag' },
    { field: 'actions', as: 'choice' },
    { field: 'created_ts', as: 'time' },
  ],
  fields: ['url', 'active', 'actions', 'headers'],
  controls: { url: 'web-address' },
  shownOnce: 'secret',
};

const DOCUMENTS: Resource = {
  needs: 'documents/create',
  list: 'dam/list',
  query: { file_type: 'file', count: 50 },
  get: 'dam/get',
  edit: 'dam/edit',
  remove: 'dam/delete',
  search: 'search',
  columns: [
    { field: 'filename' },
    { field: 'image_title' },
    { field: 'user_id', as: 'author' },
    { field: 'tags', as: 'texts' },
    { field: 'created_ts', as: 'time' },
    { field: 'in_trash', as: 'flag' },
  ],
  fields: ['image_title', 'filename', 'alt_text', 'credit', 'source_info', 'tags', 'site_specific_data'],
  // The service lists what is in the trash to administrators only.
  actions: [
    {
      ...{ name: 'discard', operation: 'dam/edit', body: { in_trash: true } },
      isOffered: ({ in_trash: isInTrash }) => isInTrash !== true,
    },
    {
      ...{ name: 'recover', operation: 'dam/edit', body: { in_trash: false } },
      isOffered: ({ in_trash: isInTrash }) => isInTrash === true,
    },
  ],
};

const TRASH: Resource = {
  needs: 'drafts/edit',
  list: 'editor/list-posts',
  query: { state: 'removed', limit: 50 },
  search: 'q',
  columns: [
    { field: 'headline' },
    { field: 'authors', as: 'texts' },
    { field: 'edited_by', as: 'author' },
    { field: 'removed_ts', as: 'time' },
  ],
  actions: [{ name: 'restore', operation: 'drafts/edit', body: { action: 'restore' } }],
};

const AUDIT: Resource = {
  needs: 'audit/list',
  list: 'audit/list',
  query: { limit: 50 },
  filters: ['since', 'until', 'author_id', 'resource', 'action'],
  columns: [
    { field: 'created_ts', as: 'time' },
    { field: 'author_id', as: 'author' },
    { field: 'action', as: 'action' },
    { field: 'resource_id', as: 'target' },
    { field: 'fields', as: 'choice' },
    { field: 'address', as: 'plain' },
  ],
  controls: { since: 'day', until: 'day', author_id: 'author', resource: 'resource', action: 'action' },
};

/** The places with a list. */
export const RESOURCES: Partial<Record<Place, Resource>> = {
  sections: SECTIONS,
  tags: TAGS,
  badges: BADGES,
  authors: AUTHORS,
  documents: DOCUMENTS,
  trash: TRASH,
  keys: KEYS,
  sessions: SESSIONS,
  webhooks: WEBHOOKS,
  audit: AUDIT,
};
