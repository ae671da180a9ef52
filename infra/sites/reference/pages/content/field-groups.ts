export interface FieldGroup {
  page: string;
  title: string;
  summary: string;
  /** Matches the names of the fields; a field belongs to the first group that matches. */
  fields: RegExp;
  aliases: readonly string[];
}

/** The fields of posts in groups, each with a page. */
export const POST_GROUPS: readonly FieldGroup[] = [
  {
    page: 'teaser-image',
    title: 'teaser image',
    summary: 'The image of teasers that link to the post, where it is not the lead image.',
    fields: /^teaser_/,
    aliases: ['thumbnail', 'teaser'],
  },
  {
    page: 'social-and-search-engines',
    title: 'social media and search engines',
    summary: 'What social media and search engines show of the post, by default its headline and lead image.',
    fields: /^(?:social_|og_|page_title|meta_description|head_html)/,
    aliases: ['seo', 'open graph', 'og title', 'meta description', 'facebook', 'twitter card'],
  },
  {
    page: 'lead-image-and-crops',
    title: 'lead image and crops',
    summary: 'The image at the top of the post, its texts and its crops by ratio.',
    fields: /^(?:image|photo_|manual_image_crops)/,
    aliases: ['crop', 'crops', 'picture', 'caption', 'credit', 'ratio'],
  },
  {
    page: 'headline-and-texts',
    title: 'headline and texts',
    summary: 'The headline, the text below it, and the kind of post.',
    fields: /^(?:headline|subheadline|description|byline|type|words_count|time_to_read)$/,
    aliases: ['headline', 'subheadline', 'title', 'standfirst'],
  },
  {
    page: 'body-and-media',
    title: 'body, listicle and media',
    summary: 'The text of the post as HTML, its list of items, its video and its product.',
    fields: /^(?:body|body_html|listicle|media|video|product)$/,
    aliases: ['body', 'html', 'shortcode', 'listicle', 'video', 'embed'],
  },
  {
    page: 'sections-tags-and-badges',
    title: 'sections, tags and badges',
    summary: 'Where the post appears, and how it is marked.',
    fields: /^(?:.*sections?|.*tags?|badges.*|is_private)$/,
    aliases: ['category', 'label'],
  },
  {
    page: 'authors-of-posts',
    title: 'authors',
    summary: 'Who wrote the post, as bylines show it.',
    fields: /^(?:roar_authors?|roar_author_ids|author_.*)$/,
    aliases: ['byline'],
  },
  {
    page: 'times-of-posts',
    title: 'times',
    summary: 'When the post was created, edited, published, and when it will be.',
    fields: /^(?:.*_ts|scheduled_at|inserted_date)$/,
    aliases: ['date', 'timestamp', 'embargo', 'published date'],
  },
  {
    page: 'addresses-of-posts',
    title: 'addresses',
    summary: 'The URL of the post, its slug, and where it comes from.',
    fields: /^(?:.*basename|slug|post_url|draft_url|page_list|provider_.*|source_url)$/,
    aliases: ['slug', 'url', 'permalink', 'canonical'],
  },
  {
    page: 'states-and-versions',
    title: 'state and versions',
    summary: 'The state of the post, its versions and its staged change.',
    fields:
      /^(?:id|status|version|body_version|body_by|edited_.*|staged.*|stage|apply.*|discard|force|revert_to|fields|autosave|action|dropped|prevent_.*)$/,
    aliases: ['state', 'version', 'staged change', 'autosave'],
  },
  {
    page: 'other-fields-of-posts',
    title: 'other fields',
    summary: 'Layouts, your own data, counters and the news partner.',
    fields: /./,
    aliases: ['custom data', 'page views'],
  },
];
