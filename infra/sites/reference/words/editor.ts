import { SENT_FIELDS } from '../../../../shared/posts/record/descriptions.ts';
import type { Words } from './words.ts';

const { provider_post_id: _, ...editedPost } = SENT_FIELDS;

/** What editors see of a post beyond its fields. */
const MARKS: Words = {
  state: 'The state of the post, such as draft or published.',
  version: 'The number of the version; each edit makes a larger one.',
  body_version: 'The number of the body’s version, which changes with the body alone.',
  body_by: 'The id of the author who last wrote the body; null where that was not noted.',
  edited_by: 'The id of the author of the last edit; null where that was not noted.',
  edited_ts: 'The time of the last edit by a person; null where that was not noted.',
  staged: 'Whether the post is shown with its staged change.',
  staged_change: 'The edit that is kept beside the published post; null if there is none.',
};

export const STAGED: Words = {
  'staged_change.id': 'The id of the staged change.',
  'staged_change.version': 'The number of the staged change’s version.',
  'staged_change.fields': 'The names of the fields that the change has.',
  'staged_change.body_version': 'The version of the staged body; null if the body isn’t staged.',
  'staged_change.base_version': 'The version of the post from which the change began.',
  'staged_change.base_body_version': 'The version of the body from which the change began.',
  'staged_change.has_conflict': 'Whether the post’s body has changed since the staged one began.',
  'staged_change.authors': 'The ids of the authors who wrote the change.',
  'staged_change.edited_by': 'The id of the author who last wrote the change.',
  'staged_change.edited_ts': 'When the change was last written.',
  'staged_change.created_ts': 'When the change was begun.',
  'staged_change.apply_at': 'When the change is applied by itself; null without a plan.',
  'staged_change.apply_by': 'The id of the author who planned that; null without a plan.',
  'staged_change.failure': 'Why a planned change was not applied; null if nothing failed.',
  'failure.apply_at': 'When the change was to be applied.',
  'failure.messages': 'The reasons in words, one for each fault.',
};

/** Descriptions for the named schemas, by their names. */
export const EDITOR: Readonly<Record<string, Words>> = {
  EditorPost: MARKS,
  EditedPost: {
    ...MARKS,
    dropped: 'What an earlier version had that no longer exists, such as an image.',
    'dropped.field': 'The field that had lost its record.',
    'dropped.id': 'The id of the record that no longer exists.',
  },
  EditorPostEdit: {
    ...editedPost,
    body_version: 'The `body_version` of the body from which the sent one began.',
    autosave: 'Saves while the post is being written: one event and one revision for a series of such saves.',
    stage:
      'Stages the edit: it is merged into what is staged already, and the published post stays as it is.',
    apply: 'Makes the staged change live; with publish_post.',
    apply_at: 'When the staged change is applied; null ends the plan; with publish_post.',
    discard: 'Drops the staged change; what others have staged only with publish_post.',
    force: 'With `apply`: also where the body has changed since the staged one began.',
    prevent_modifying_updated_ts: '1 leaves `updated_ts` unchanged by this edit.',
    revert_to: 'The version of the revision to which the post returns.',
    fields: 'What the post gets back with `revert_to`; body, listicle and texts by default.',
  },
};

/** Descriptions for the schemas without a name, by the tags of their operations. */
export const EDITOR_CALLS: Readonly<Record<string, Words>> = {
  editor: {
    ...MARKS,
    headline: 'The headline of the post, as plain text.',
    body: 'The body to expand, as HTML.',
    body_html: 'The body with expanded shortcodes, without scripts.',
    listicle: 'The list of items within the post.',
    media: 'HTML or a shortcode to show at the top of the page.',
    status: 'The state of the post in that version.',
    authors: 'The authors of the post, or those that were found.',
    'authors.title': 'The name as bylines show it.',
    'authors.name': 'The slug of the author.',
    'authors.count': 'The number of posts of this author.',
    sections: 'The sections by their ids.',
    image: 'The address of the lead image; null for none.',
    image_info: 'The addresses of the lead image’s sizes.',
    inserted_ts: 'When the post was created.',
    last_published_ts: 'When it was last published; null before the first time.',
    scheduled_at: 'When it will be published; null without a plan.',
    removed_ts: 'When it was removed; null if it wasn’t.',
    words: 'The number of words in the body.',
    has_staged: 'Whether a change is staged for the post.',
    action: 'What made this version; null where an earlier version of the service did.',
    edited_by_name: 'The name of the author who made it; null if unknown.',
    key_id: 'The id of the key or session that made it; null if unknown.',
    edited_ts: 'When this version was made.',
    changed_fields: 'The names of the fields that differ from the version before.',
    words_added: 'The number of words that the body gained.',
    words_removed: 'The number of words that the body lost.',
    kind: 'The kind of record that changed.',
    who: 'The id of the author who changed it; null if unknown.',
    ts: 'The time of the change.',
    token: 'Shown only once; null when a repeated request gets its stored answer.',
    url: 'The post’s URL with the token as `preview`; null like the token.',
    created_by: 'The id of the author who made the link.',
    expires_ts: 'When the preview ends by itself.',
    tag: 'The tag, as posts have it.',
    tags: 'The tags that begin with the asked letters, the most used first.',
    'tags.count': 'The number of posts with this tag.',
    'tags.tag_id': 'The id of the tag’s record; null if it has none.',
    'tags.sections': 'The sections that have this tag.',
    seen_ts: 'When the author’s browser was last heard of.',
    displayname: 'The name as bylines show it.',
  },
};
