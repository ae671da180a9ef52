export const CROPS = {
  '3x1': { top: 1, left: 2, height: 100, width: 300, imgWidth: 640, imgHeight: 480, sizes: ['1200x400'] },
};
const PRODUCT = {
  name: 'Lamp',
  brand: 'Lux',
  price: 19.99,
  currency: 'EUR',
  url: 'https://shop.example/lamp',
  image_id: 11,
  rating: 4.5,
  description: '<b>Bright</b>',
};
const LISTICLE = {
  items: [
    {
      headline: 'One',
      headline_html: '<i>One</i>',
      manual_basename: 'one',
      media: '[media-image x]',
      is_image: true,
      image_id: 12,
      caption: 'c',
      credit: 'd',
      manual_image_crops: CROPS,
      body: '<p>Particle</p>',
    },
    { headline: 'Two' },
  ],
  settings: { body_text_above: true, layout_type: 2 },
};
const NUMBER = 'must be a number';
const TEXT = 'must be a string';
const URL = 'must be an http(s) URL';
const ID = 'must be an id: an integer from 0 to 2^53-1';
const SIZE = 'must be <width>x<height>';
const FLAG = 'must be true or false';
const OBJECT = 'must be an object';

export interface Field {
  name: string;
  /** A value that is stored and returned unchanged. */
  value: unknown;
  /** The default, which null restores. */
  initial: unknown;
  /** Values that are refused, each with its message. */
  bad: [unknown, string][];
}

function text(name: string, most: number): Field {
  return {
    name,
    value: `  "Ünïcode" <b>&amp;</b> 😀 עברית ${name}`,
    initial: '',
    bad: [
      [7, `${name}: ${TEXT}`],
      [['x'], `${name}: ${TEXT}`],
      ['x'.repeat(most + 1), `${name}: must have at most ${most} characters`],
    ],
  };
}

function address(name: string): Field {
  return {
    name,
    value: 'https://example.com/a?b=c#d',
    initial: '',
    bad: [
      ['javascript:alert(1)', `${name}: ${URL}`],
      ['example.com', `${name}: ${URL}`],
      [7, `${name}: ${URL}`],
    ],
  };
}

function image(name: string): Field {
  return {
    name,
    value: 11,
    initial: null,
    bad: [
      [404, `${name}: there is none with the id 404`],
      [-1, `${name}: ${ID}`],
      [1.5, `${name}: ${ID}`],
      ['eleven', `${name}: ${ID}`],
      [2 ** 53, `${name}: ${ID}`],
    ],
  };
}

function crops(name: string): Field {
  return {
    name,
    value: CROPS,
    initial: {},
    bad: [
      ['none', `${name}: ${OBJECT}`],
      [{ '1x1': { ...CROPS['3x1'], top: 1.5 } }, `${name}.1x1.top: must be an integer`],
      [{ '1x1': { ...CROPS['3x1'], left: -1 } }, `${name}.1x1.left: must not be negative`],
      [
        { '1x1': { top: 1, left: 2, height: 3, width: 4, imgWidth: 5 } },
        `${name}.1x1.imgHeight: is required`,
      ],
    ],
  };
}

function size(name: string): Field {
  return {
    name,
    value: '640x480',
    initial: '',
    bad: [
      ['640', `${name}: ${SIZE}`],
      ['640 x 480', `${name}: ${SIZE}`],
      [640, `${name}: ${TEXT}`],
    ],
  };
}

/** The fields of posts and drafts that are stored and returned as sent. They refer to the images 11 and 12, the badges 21 and 22. */
export const FIELDS: Field[] = [
  text('subheadline', 5000),
  text('page_title', 1000),
  text('meta_description', 5000),
  text('og_title', 1000),
  text('og_description', 5000),
  text('photo_credit', 1000),
  text('photo_caption', 5000),
  text('teaser_photo_credit', 1000),
  text('teaser_photo_caption', 5000),
  text('social_teaser_photo_credit', 1000),
  text('social_teaser_photo_caption', 5000),
  text('media', 20_000),
  text('layout_name', 200),
  text('ee_layout_name', 200),
  text('manual_basename', 200),
  address('video'),
  address('image_external'),
  address('source_url'),
  image('image_id'),
  image('teaser_image_id'),
  image('social_teaser_image_id'),
  crops('manual_image_crops'),
  crops('teaser_manual_image_crops'),
  crops('social_teaser_manual_image_crops'),
  size('image_size'),
  size('teaser_image_size'),
  {
    name: 'body',
    value: '<p onclick="x">Théo & Zoë 😀</p><listicle id="listicle-1"></listicle><hr>\r\n\t[shortcode]',
    initial: '',
    bad: [[7, `body: ${TEXT}`]],
  },
  {
    name: 'tags',
    value: ['News', '*internal', '~hidden', 'Überall', '日本'],
    initial: [],
    bad: [
      ['news', 'tags: must be an array'],
      [[7], `tags.0: ${TEXT}`],
      [['x'.repeat(201)], 'tags.0: must have at most 200 characters'],
      [Array.from({ length: 101 }, (_, index) => `t${index}`), 'tags: must have at most 100 items'],
    ],
  },
  {
    name: 'badges',
    value: [22, 21],
    initial: [],
    bad: [
      [[404], 'badges: there is none with the id 404'],
      [['x'], `badges.0: ${ID}`],
      [21, 'badges: must be an array'],
    ],
  },
  {
    name: 'type',
    value: 'recipe',
    initial: 'page',
    bad: [
      ['poem', 'type: must be one of page, image, video, product, event, place, recipe'],
      [7, `type: ${TEXT}`],
    ],
  },
  {
    name: 'listicle',
    value: LISTICLE,
    initial: {},
    bad: [
      ['none', `listicle: ${OBJECT}`],
      [{ items: {} }, 'listicle.items: must be an array'],
      [{ items: [{ headline: 7 }] }, `listicle.items.0.headline: ${TEXT}`],
      [{ items: [{}, { image_id: 404 }] }, 'listicle.items.1.image_id: there is none with the id 404'],
      [
        { settings: { layout_type: 3 } },
        'listicle.settings.layout_type: must be 1 (regular) or 2 (slideshow)',
      ],
      [{ settings: { body_text_above: 'yes' } }, `listicle.settings.body_text_above: ${FLAG}`],
    ],
  },
  {
    name: 'product',
    value: PRODUCT,
    initial: null,
    bad: [
      ['lamp', `product: ${OBJECT}`],
      [{ price: '20' }, `product.price: ${NUMBER}`],
      [{ price: -1 }, 'product.price: must not be negative'],
      [{ rating: 5.1 }, 'product.rating: must be from 0 to 5'],
      [{ url: 'lamp' }, `product.url: ${URL}`],
      [{ image_id: 404 }, 'product.image_id: there is none with the id 404'],
    ],
  },
  {
    name: 'roar_specific_data',
    value: {
      keep_reading_button_text: 'More',
      keep_reading_hide_word_count: true,
      anything: [null, 1.5e300, { deep: { deeper: ['😀'] } }],
    },
    initial: {},
    bad: [
      [[], `roar_specific_data: ${OBJECT}`],
      [{ big: 'x'.repeat(65_536) }, 'roar_specific_data: must have at most 64 KiB'],
      [{ keep_reading_button_text: 7 }, 'roar_specific_data.keep_reading_button_text: must be a string'],
      [
        { keep_reading_hide_word_count: 'no' },
        'roar_specific_data.keep_reading_hide_word_count: must be true or false',
      ],
    ],
  },
  {
    name: 'embargo_ts',
    value: 1_900_000_000,
    initial: null,
    bad: [
      [1.5, 'embargo_ts: must be Unix seconds, an integer'],
      [1e12, 'embargo_ts: must lie within 100 years of now'],
    ],
  },
];
