import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

export const editor = {
  'me/get': {
    says: 'Gets what an editor’s program needs at its start.',
    notes:
      '`permissions` are those of the key; `key.lacks` are those of the role that a narrowed key was not given.',
  },
  'editor/render': {
    says: 'Renders a body while it is being written.',
    notes:
      'The answer has what `render_shortcodes=1&safe=1` would return for a saved post. Nothing is stored.',
    body: { body: '<p onclick="steal()">The <b>old</b> bridge</p>' },
  },
  'editor/list-posts': {
    says: 'Lists drafts and scheduled posts, last updated first.',
    notes:
      'A page that ends early because few posts meet the conditions has a `Link` to the rest. After an upgrade, `x-incomplete: 1` says that drafts of the earlier version are still being entered, with `q` also into the index of words. Saved drafts are found by their words within a minute. `updated` is the order of `updated_ts`.',
    query: { state: 'draft,scheduled' },
    isFilled: true,
    hasCounts: true,
  },
  'editor/changes': {
    says: 'Gets the cursor of the present end, from which a program begins.',
    notes:
      'Send the `cursor` of each answer as `since` of the next request, every few seconds; while `has_more` is true, at once. The feed has each change of a post, section, tag, author, image or editorial order (whose `id` is that of its section), within some seconds and in the order in which it got them; of one record versions may come in another order. `state` is that of a post, `private`, `public` or `unlisted` of a section, `pending`, `ready` or `failed` of an image’s thumbnails, and null of others; `staged`, `planned`, `failed` (a planned application was not done) or `gone` of a `staged_change`, whose `id` is that of its post; `gone` if the record does not exist any more or you may no longer see it. `who` is the author who made the change, null for a job. Changes are kept for a day: an older cursor is refused with 410 `cursor_expired`; read everything again then, after getting a new cursor.',
    refuses: ['cursor_expired'],
  },
  'editor/get-post': {
    says: 'Gets the draft as an editor opens it.',
    notes:
      'The post may be in any state. `version` rises with every change, `body_version` only with the body. `body_by` and `edited_by` are the authors who last wrote the body and who last changed anything; null where an earlier version of the service did not note them. `staged_change` is what is staged for a published post; with `staged=1` the post is shown with it, `staged` is then true, and `body_version` is that of the staged body.',
    path: { id: MADE.draft },
  },
  'editor/edit-post': {
    says: 'Saves the body if nobody has written another one since.',
    notes:
      'The rules are those of the state in which the write finds the post, so a post that was published, scheduled or unscheduled meanwhile is saved too. A body with `body_version` is refused with 412 only when another body has been written since; `data` of the error then has that body, its `body_version` and its author, `body_by`. Omitted fields stay unchanged. A removed post is restored first. With `revert_to` the post gets back what a revision has, byte by byte: body, listicle and texts, or the `fields` that are named; other fields can’t be sent with it. Badges and sections that were deleted since are left out, and listed in `dropped`. With `autosave` a draft is saved while it is written: `version` and the ETag rise, `updated_ts` stays. The autosaves of one author that follow each other are reported to webhooks once, are one revision, and are found by the search, when their series ends: with an explicit save, a publication or any other change, or after ten minutes. With `stage` an edit of a published post is kept beside it, merged into what is staged already: readers see it only when `apply` makes it live, with publish_post; `discard` drops it, and `apply_at` plans when it is applied: it is not where the post’s body has changed by then, which `failure` of `staged_change` says. The staged body has a `body_version` of its own. Applying returns 412 when the post’s body has changed since the staged one began, with that body in `data`, unless `force` is sent. An autosave of a published post is always staged, and so is that of an author who may not write in the post any more; the answer then has `staged` true. Others get 403, with the post’s `state` in `data`.',
    path: { id: MADE.draft },
    body: { body: '<p>At last, after nine years.</p>', body_version: 1 },
    refuses: ['conflict'],
    ifMatch: true,
  },
  'editor/list-revisions': {
    says: 'Lists what changes of the draft replaced.',
    notes:
      'A version is listed when another one has replaced it, with who made it and how it differs from the one before. `action` is `create`, `edit`, `publish`, `unpublish`, `schedule` (also of a schedule that was changed or ended), `remove`, `restore` or `import`; `edited_by` is null where a job made it, after a change of a section or badge. Words that moved count as neither added nor removed. All are kept for 24 hours, then the last one of each hour for 30 days and the last one of each day for `limits.revisionDays`; published ones and the newest always.',
    path: { id: MADE.draft },
  },
  'editor/get-revision': {
    says: 'Gets the draft as it was at first.',
    notes: 'Authors, sections and images are shown as they are now.',
    path: { id: MADE.draft, version: 1 },
  },
  'editor/create-preview': {
    says: 'Shares the draft for half an hour.',
    notes:
      'As `POST /drafts/{id}/previews`; the answer has the id too, by which the preview can be revoked without its token. With `staged`, the link shows a post with its staged change, and ends for good when that is applied or discarded; authors of the post and keys with `publish_post` share it.',
    path: { id: MADE.draft },
    body: { expires_in: 1800 },
  },
  'editor/list-previews': {
    says: 'Lists the links by which the draft can be read.',
    notes: 'Without those that have ended, so a page may be shorter than `limit`. Tokens are never listed.',
    path: { id: MADE.draft },
  },
  'editor/revoke-preview': {
    says: 'Revokes one of them.',
    path: { id: MADE.draft, preview_id: MADE.previewId },
  },
  'editor/revoke-previews': { says: 'Revokes all of them.', path: { id: MADE.draft } },
  'editor/post-views': {
    says: 'Gets the views of a post in each of the last 72 hours.',
    notes: '`by=day` returns the last 365 days, which are days in UTC. The running hour or day is the last.',
    path: { id: MADE.post },
    query: { by: 'hour' },
  },
  'editor/section-views': {
    says: 'Gets the views of a section on each of the last 365 days.',
    notes: 'A view counts for the sections that its post is in when its hour ends.',
    path: { id: MADE.section },
    query: { by: 'day' },
  },
  'editor/suggest': {
    says: 'Completes a tag while it is being typed.',
    notes:
      'Send `tags` or `authors`: the list of the other is empty. Case and accents do not matter. `tags` has the tags of posts that are not removed, of sections and of /tags, whose id is `tag_id`; `count` is the number of posts, at most 1,000, and `sections` are those that a post with the tag belongs to. A tag is noticed a moment after its post is saved. `authors` has active authors with a word in their name that begins so; `count` is the number of their published posts, at most 1,000. A key that may not read drafts of others gets the tags of published posts only.',
    query: { tags: 'br', limit: '5' },
  },
  'editor/presence': {
    says: 'Tells the others that the draft is being edited.',
    notes:
      'Send it every 15 seconds while the post is open: 45 seconds after the last time, others no longer see it. It locks nothing. `editing` needs the right to edit the post.',
    path: { id: MADE.draft },
    body: { state: 'editing' },
  },
} satisfies Partial<Record<RouteName, Example>>;
