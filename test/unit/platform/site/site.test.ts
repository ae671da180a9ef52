import { afterEach, describe, expect, it, vi } from 'vitest';
import { configureSite, parseSite, getPermissions } from '../../../../shared/platform/site/site.ts';

const BY_PROVIDER = {
  issuer: 'https://login.example.com',
  clientId: 'newsroom',
  secret: { secretName: 'sign-in' },
};

describe('parseSite()', () => {
  it('returns a default for every setting', () => {
    expect(parseSite({})).toMatchObject({
      siteId: 1,
      siteTitle: 'Broadsheet',
      timeZone: 'UTC',
      permalink: '/<basename>',
      postTypes: ['page', 'image', 'video', 'product', 'event', 'place', 'recipe'],
      imageFormats: { photo: 'jpeg', transparent: 'webp', animated: 'webp' },
      documentTypes: ['csv', 'doc', 'docx', 'json', 'pdf', 'ppt', 'pptx', 'srt', 'xls', 'xlsx', 'zip'],
      customRoles: {},
      drafts: 'shared',
      authorSpecificDataSchema: null,
      features: { tagsApi: true, pageList: false, partnerNews: false, publicRead: false },
      limits: { removedRetentionDays: 90 },
    });
  });

  it('returns the six default ratios with their sizes', () => {
    expect(parseSite({}).imageRatios.map(({ code, sizes }) => [code, ...sizes])).toEqual([
      ['3x1', '1200x400', '600x200'],
      ['2x1', '1200x600', '600x300'],
      ['3x2', '1200x800', '600x400'],
      ['1x1', '600x600', '300x300'],
      ['9x16', '700x1245'],
      ['16x9', '1245x700'],
    ]);
  });

  it('puts the default avatar on the media host', () => {
    const { mediaBaseUrl, defaultAvatarUrl } = parseSite({ mediaBaseUrl: 'https://media.example.com//' });
    expect(mediaBaseUrl).toBe('https://media.example.com');
    expect(defaultAvatarUrl).toBe('https://media.example.com/avatar.svg');
    expect(parseSite({ defaultAvatarUrl: 'https://a.example/x.png' }).defaultAvatarUrl).toBe(
      'https://a.example/x.png',
    );
  });

  it('takes the media address from the deployment unless the configuration names one', () => {
    vi.stubEnv('MEDIA_BASE_URL', 'https://d111111abcdef8.cloudfront.net/');
    const deployed = parseSite({});
    const named = parseSite({ mediaBaseUrl: 'https://media.example.com' });
    vi.stubEnv('MEDIA_BASE_URL', undefined);

    expect(deployed.mediaBaseUrl).toBe('https://d111111abcdef8.cloudfront.net');
    expect(deployed.defaultAvatarUrl).toBe('https://d111111abcdef8.cloudfront.net/avatar.svg');
    expect(named.mediaBaseUrl).toBe('https://media.example.com');
    expect(parseSite({}).mediaBaseUrl).toBe('http://127.0.0.1:4000/media');
  });

  it('lower-cases header names', () => {
    expect(parseSite({ apiKeyHeader: 'X-Vendor-Auth' }).apiKeyHeader).toBe('x-vendor-auth');
  });

  const FAULTS: [string, object, string[]][] = [
    ['an unknown setting', { sitetitle: 'x' }, ['sitetitle: is not a known setting']],
    ['a site id of 0', { siteId: 0 }, ['siteId: must be an integer of at least 1']],
    ['a fractional site id', { siteId: 1.5 }, ['siteId: must be an integer of at least 1']],
    ['an empty title', { siteTitle: '' }, ['siteTitle: must not be empty']],
    ['a title too long', { siteTitle: 'x'.repeat(201) }, ['siteTitle: must have at most 200 characters']],
    [
      'a base URL with a query',
      { baseUrl: 'https://a.example/?x' },
      ['baseUrl: must be an http(s) address without query'],
    ],
    [
      'a base URL without scheme',
      { mediaBaseUrl: 'a.example' },
      ['mediaBaseUrl: must be an http(s) address without query'],
    ],
    [
      'a base URL without host',
      { baseUrl: 'https:///path' },
      ['baseUrl: must be an http(s) address without query'],
    ],
    [
      'thumbnails in a format that can not hold them',
      { imageFormats: { photo: 'gif', transparent: 'jpeg' } },
      [
        'imageFormats.photo: must be one of jpeg, webp, avif',
        'imageFormats.transparent: must be one of webp, png, avif',
      ],
    ],
    [
      'an avatar that is no URL',
      { defaultAvatarUrl: 'avatar' },
      ['defaultAvatarUrl: must be an http(s) URL'],
    ],
    [
      'an unknown time zone',
      { timeZone: 'Mars/Olympus' },
      ['timeZone: must be an IANA time zone such as Europe/Paris'],
    ],
    ['a relative permalink', { permalink: '<id>' }, ['permalink: must begin with /']],
    [
      'an unknown token',
      { permalink: '/<slug>/<id>' },
      ['permalink: may use only <id>, <basename>, <section>, <year>, <month>, <day>'],
    ],
    [
      'a permalink that is the same for all posts',
      { permalink: '/<year>' },
      ['permalink: must contain <basename> or <id>'],
    ],
    [
      'an issuer without TLS',
      { signIn: { singleSignOn: { ...BY_PROVIDER, issuer: 'http://login.example.com' } } },
      ['signIn.singleSignOn.issuer: must be an https address without query'],
    ],
    [
      'roles of single sign-on that the site does not have',
      { signIn: { singleSignOn: { ...BY_PROVIDER, roles: { claim: 'group', values: { a: 'Chief' } } } } },
      ['signIn.singleSignOn: the roles must be built-in roles or in customRoles'],
    ],
    [
      'new authors without a role',
      { signIn: { singleSignOn: { ...BY_PROVIDER, createsAuthors: true } } },
      ['signIn.singleSignOn: createsAuthors needs defaultRole or roles'],
    ],
    [
      'no passwords and nothing in their place',
      { signIn: { passwords: false } },
      ['signIn: passwords: false needs singleSignOn'],
    ],
    ['post types without page', { postTypes: ['video'] }, ['postTypes: must include page']],
    [
      'a wrong ratio',
      { imageRatios: [{ code: 'wide', title: 'W', sizes: ['x'] }] },
      ['imageRatios.0.code: must be <width>x<height>', 'imageRatios.0.sizes.0: must be <width>x<height>'],
    ],
    [
      'a ratio twice',
      {
        imageRatios: [
          { code: '1x1', title: 'A', sizes: [] },
          { code: '1x1', title: 'B', sizes: [] },
        ],
      },
      ['imageRatios: must not have a code twice'],
    ],
    [
      'a document type that is not known',
      { documentTypes: ['exe'] },
      ['documentTypes.0: must be one of csv, doc, docx, json, pdf, ppt, pptx, srt, xls, xlsx, zip'],
    ],
    [
      'a role with an unknown permission',
      { customRoles: { Stringer: ['write'] } },
      [
        'customRoles.Stringer.0: must be one of read, engage, write_draft, publish_post, manage_sections, manage_authors, manage_design, manage_keys, upload',
      ],
    ],
    [
      'a schema that is no object',
      { authorSpecificDataSchema: 'x' },
      ['authorSpecificDataSchema: must be an object'],
    ],
    [
      'a feature that is no flag',
      { features: { tagsApi: 'no' } },
      ['features.tagsApi: must be true or false'],
    ],
    ['a feature that is not known', { features: { tags: true } }, ['features.tags: is not a known setting']],
    ['a limit that is not known', { limits: { posts: 1 } }, ['limits.posts: is not a known setting']],
    ['a header name with a space', { apiKeyHeader: 'x key' }, ['apiKeyHeader: must be a header name']],
    [
      'partner news without its account',
      { features: { partnerNews: true } },
      ['features.partnerNews needs partnerNews {endpoint, accessKey, secret}'],
    ],
    [
      'a secret in plain text',
      { partnerNews: { endpoint: 'https://p.example', accessKey: 'k', secret: 'abc' } },
      ['partnerNews.secret: must be an object'],
    ],
    [
      'a retention of no days',
      { limits: { removedRetentionDays: 0 } },
      ['limits.removedRetentionDays: must be an integer from 1 to 3650'],
    ],
  ];

  it.each(FAULTS)('refuses %s', (_what, site, faults) => {
    expect(() => parseSite(site)).toThrow(`The site configuration has faults:\n${faults.join('\n')}`);
  });

  it('lists all faults at once', () => {
    const wrong = Object.assign({}, ...FAULTS.map(([, site]) => site)) as object;
    const { message } = catchError(() =>
      parseSite({ ...wrong, features: { partnerNews: true, tagsApi: 1 } }),
    );
    for (const setting of [
      'sitetitle',
      'siteId',
      'siteTitle',
      'baseUrl',
      'timeZone',
      'permalink',
      'customRoles',
    ])
      expect(message).toContain(`\n${setting}`);
    expect(message).toContain('features.tagsApi: must be true or false');
  });

  it('reports the missing partner account together with other faults', () => {
    const { message } = catchError(() => parseSite({ siteId: 0, features: { partnerNews: true } }));
    expect(message).toContain('siteId');
    expect(message).toContain('features.partnerNews needs partnerNews');
  });

  it.each([null, 'text', 7])('refuses %j', value => {
    expect(() => parseSite(value)).toThrow('must be an object');
  });
});

describe('getPermissions()', () => {
  afterEach(() => configureSite(parseSite({})));

  it.each([
    ['Reader', []],
    ['Community User', []],
    ['Guest Writer', ['write_draft', 'upload']],
    ['Guest Developer', ['manage_design', 'upload']],
    ['Guest Editor', ['write_draft', 'publish_post', 'upload']],
    [
      'Editor',
      ['write_draft', 'publish_post', 'manage_sections', 'manage_authors', 'upload', 'manage_design'],
    ],
  ])('lets a %s read, engage and %j', (role, permissions) => {
    expect([...(getPermissions(role) ?? [])].sort()).toEqual(['read', 'engage', ...permissions].sort());
  });

  it.each(['Administrator', 'Developer', 'Platform Engineer', 'Serverside Engineer'])(
    'gives the role %s all permissions',
    role => {
      expect(getPermissions(role)).toHaveLength(9);
    },
  );

  it('adds the roles of the site to the built-in ones and widens them', () => {
    configureSite(
      parseSite({ customRoles: { Stringer: ['write_draft'], 'Guest Writer': ['publish_post'] } }),
    );
    expect(getPermissions('Stringer')).toEqual(['read', 'engage', 'write_draft']);
    expect(getPermissions('Guest Writer')).toEqual([
      'read',
      'engage',
      'write_draft',
      'upload',
      'publish_post',
    ]);
  });

  it.each(['', 'administrator', 'constructor', '__proto__', 'toString'])('knows no role %j', role => {
    expect(getPermissions(role)).toBeUndefined();
  });
});

function catchError(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Nothing was thrown');
}
