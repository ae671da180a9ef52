import * as v from 'valibot';
import { webAddress } from '../values/addresses.ts';
import { integerFrom } from '../values/bounds.ts';
import { environment } from '../core/environment.ts';
import { Permission } from './permissions.ts';
import { secret, text } from './setting.ts';
import { hasKnownRoles, SignIn } from './sign-in-schema.ts';
import { Theme } from './theme-schema.ts';

const ADDRESS_MESSAGE = 'must be an http(s) address without query';
/** Percent-encoded, because links begin with it. */
const address = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s?#/][^\s?#]*$/, ADDRESS_MESSAGE),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    if (URL.canParse(dataset.value)) return new URL(dataset.value).href.replace(/\/+$/, '');
    addIssue({ message: ADDRESS_MESSAGE });
    return NEVER;
  }),
);
/** Ends with a slash, so that it is no beginning of another host's name. */
const embedAddress = v.pipe(
  v.string(),
  v.regex(/^https:\/\/[a-z0-9.-]+\/[^\s?#]*$/, 'must be https://<host>/ or a path below it'),
);
const timeZone = v.pipe(text(), v.check(isTimeZone, 'must be an IANA time zone such as Europe/Paris'));
const language = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or pt-BR'),
);
const permalink = v.pipe(
  text(),
  v.startsWith('/', 'must begin with /'),
  v.check(hasKnownTokens, 'may use only <id>, <basename>, <section>, <year>, <month>, <day>'),
  v.check(namesThePost, 'must contain <basename> or <id>'),
);
const size = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}x[1-9]\d{0,3}$/, 'must be <width>x<height>'));
const imageRatio = v.object({
  code: v.pipe(v.string(), v.regex(/^[1-9]\d?x[1-9]\d?$/, 'must be <width>x<height>')),
  title: text(),
  sizes: v.array(size),
});

const DEFAULT_RATIOS = [
  { code: '3x1', title: 'Super Wide', sizes: ['1200x400', '600x200'] },
  { code: '2x1', title: 'Wide', sizes: ['1200x600', '600x300'] },
  { code: '3x2', title: 'Medium', sizes: ['1200x800', '600x400'] },
  { code: '1x1', title: 'Square', sizes: ['600x600', '300x300'] },
  { code: '9x16', title: 'Tall', sizes: ['700x1245'] },
  { code: '16x9', title: 'Widescreen', sizes: ['1245x700'] },
];
const DEFAULT_POST_TYPES = ['page', 'image', 'video', 'product', 'event', 'place', 'recipe'];
const DEFAULT_DOCUMENTS = ['csv', 'doc', 'docx', 'json', 'pdf', 'ppt', 'pptx', 'srt', 'xls', 'xlsx', 'zip'];

const Features = v.strictObject({
  tagsApi: v.optional(v.boolean(), true),
  pageList: v.optional(v.boolean(), false),
  partnerNews: v.optional(v.boolean(), false),
  publicRead: v.optional(v.boolean(), false),
});
/** Formats of thumbnails: of opaque pictures, of pictures with transparency, and of animations. */
const ImageFormats = v.strictObject({
  photo: v.optional(v.picklist(['jpeg', 'webp', 'avif']), 'jpeg'),
  transparent: v.optional(v.picklist(['webp', 'png', 'avif']), 'webp'),
  animated: v.optional(v.picklist(['webp', 'gif']), 'webp'),
});
const Feeds = v.strictObject({
  items: v.optional(integerFrom(1, 100, 'must be an integer from 1 to 100'), 20),
  /** Whole posts instead of summaries. */
  fullText: v.optional(v.boolean(), false),
  /** The WebSub hub that is notified when posts change. */
  hub: v.optional(webAddress()),
});
/** The longest setting of the audit trail. */
export const MAX_AUDIT_DAYS = 3650;
const Limits = v.strictObject({
  removedRetentionDays: v.optional(integerFrom(1, 3650, 'must be an integer from 1 to 3650'), 90),
  /** How long revisions of posts are kept (posts/revisions/thinning.ts); 0 keeps none. */
  revisionDays: v.optional(integerFrom(0, 3650, 'must be an integer from 0 to 3650'), 365),
  /** How long entries of the audit trail are kept; a new setting holds for new entries. */
  auditDays: v.optional(
    integerFrom(1, MAX_AUDIT_DAYS, `must be an integer from 1 to ${MAX_AUDIT_DAYS}`),
    365,
  ),
  /** Per API key; unset means unlimited, because counting costs a write per request. */
  requestsPerMinute: v.optional(integerFrom(1, 60_000, 'must be an integer from 1 to 60000')),
});

/** The site's configuration, from the context `site` in `cdk.json`, both deployed and local. Every setting has a default. */
export const Site = v.pipe(
  v.strictObject({
    siteId: v.optional(integerFrom(1, Number.MAX_SAFE_INTEGER, 'must be an integer of at least 1'), 1),
    siteTitle: v.optional(text(), 'Broadsheet'),
    baseUrl: v.optional(address, 'http://127.0.0.1:4000'),
    mediaBaseUrl: v.optional(address, () => environment().MEDIA_BASE_URL),
    timeZone: v.optional(timeZone, 'UTC'),
    language: v.optional(language, 'en'),
    permalink: v.optional(permalink, '/<basename>'),
    /** The script of slugs that are made from headlines. */
    slugs: v.optional(v.picklist(['unicode', 'ascii']), 'ascii'),
    /** Few, so that a look-up by path reads its candidates with one call. */
    formerPermalinks: v.optional(
      v.pipe(v.array(permalink), v.maxLength(4, 'must have at most 4 patterns')),
      [],
    ),
    postTypes: v.optional(
      v.pipe(v.array(text(40)), v.includes('page', 'must include page')),
      DEFAULT_POST_TYPES,
    ),
    imageRatios: v.optional(
      v.pipe(
        v.array(imageRatio),
        v.check(
          ratios => new Set(ratios.map(({ code }) => code)).size === ratios.length,
          'must not have a code twice',
        ),
        // A thumbnail's key is its size.
        v.check(
          ratios =>
            new Set(ratios.flatMap(({ sizes }) => sizes)).size ===
            ratios.flatMap(({ sizes }) => sizes).length,
          'must not have a size twice',
        ),
      ),
      DEFAULT_RATIOS,
    ),
    imageFormats: v.optional(ImageFormats, {}),
    documentTypes: v.optional(v.array(v.picklist(DEFAULT_DOCUMENTS)), DEFAULT_DOCUMENTS),
    defaultAvatarUrl: v.optional(webAddress()),
    /** Who sees posts that aren't published: `own` shows them to authors who may not publish only where they are an author. */
    drafts: v.optional(v.picklist(['shared', 'own'], 'must be shared or own'), 'shared'),
    customRoles: v.optional(v.record(text(100), v.array(Permission)), {}),
    authorSpecificDataSchema: v.optional(v.nullable(v.looseObject({})), null),
    features: v.optional(Features, {}),
    apiKeyHeader: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/i, 'must be a header name'), v.toLowerCase()),
    ),
    feeds: v.optional(Feeds, {}),
    embeds: v.optional(v.array(embedAddress), []),
    partnerNews: v.optional(v.object({ endpoint: address, accessKey: text(), secret })),
    limits: v.optional(Limits, {}),
    signIn: v.optional(SignIn, {}),
    theme: v.optional(Theme, {}),
  }),
  // partialCheck runs even when other settings have faults, so that all faults are reported at once.
  v.partialCheck(
    [['features', 'partnerNews'], ['partnerNews']],
    site => !site.features.partnerNews || site.partnerNews !== undefined,
    'features.partnerNews needs partnerNews {endpoint, accessKey, secret}',
  ),
  v.partialCheck(
    [['signIn'], ['customRoles']],
    site => hasKnownRoles(site.signIn, Object.keys(site.customRoles)),
    'signIn.singleSignOn: the roles must be built-in roles or in customRoles',
  ),
  v.transform(site => ({
    ...site,
    defaultAvatarUrl: site.defaultAvatarUrl ?? `${site.mediaBaseUrl}/avatar.svg`,
  })),
);
export type Site = v.InferOutput<typeof Site>;

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

function hasKnownTokens(pattern: string): boolean {
  const tokens = pattern.match(/<[^>]*>/g) ?? [];
  return tokens.every(token => /^<(id|basename|section|year|month|day)>$/.test(token));
}

function namesThePost(pattern: string): boolean {
  return pattern.includes('<basename>') || pattern.includes('<id>');
}
