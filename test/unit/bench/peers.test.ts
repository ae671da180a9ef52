import { describe, expect, it } from 'vitest';
import type { Figure } from '../../bench/peers/cells.ts';
import { readOptions } from '../../bench/peers/options.ts';
import { formatLines, makeRows, toCsv, toText, type Row } from '../../bench/peers/table.ts';

const PRODUCTS = ['Ours', 'One 1.0', 'Two 2.0'];

/** A figure of each product; undefined where it has none. */
function figures(cell: Figure['cell'], posts: number, ...values: (number | undefined)[]): Figure[] {
  return values.flatMap((value, index) =>
    value === undefined ? [] : [{ cell, posts, product: PRODUCTS[index]!, value }],
  );
}

function judged(...all: Figure[][]): Row[] {
  return makeRows(all.flat(), PRODUCTS);
}

describe('row of the comparison with peers', () => {
  it('divides ours by the highest peer where higher is better', () => {
    const [row] = judged(figures('get', 1000, 900, 300, 400));

    expect(row).toMatchObject({ values: [900, 300, 400], ratio: 2.25 });
    expect(row?.bound).toEqual({ text: 'at least 2 ×', isHeld: true });
  });

  it('divides ours by the lowest peer where lower is better', () => {
    const [row] = judged(figures('memory', 1000, 160, 100, 200));

    expect(row).toMatchObject({ ratio: 1.6, bound: { text: 'at most 1.5 ×', isHeld: false } });
  });

  it('passes with a figure that is exactly at its bound', () => {
    const rows = judged(figures('newest', 1000, 250, 100), figures('restart', 1000, 2, 2));

    expect(rows.map(({ bound }) => bound?.isHeld)).toEqual([true, true]);
  });

  it('has the bound of the largest size that the archive reaches', () => {
    const rows = judged(
      figures('tag', 1000, 1, 1),
      figures('tag', 20_000, 3, 1),
      figures('newest', 20_000, 9, 1),
    );

    expect(rows.map(({ cell, posts, bound }) => [cell, posts, bound?.text, bound?.isHeld])).toEqual([
      ['newest', 20_000, 'at least 10 ×', false],
      ['tag', 1000, undefined, undefined],
      ['tag', 20_000, 'at least 4 ×', false],
    ]);
  });

  it.each([
    [90, true],
    [89, false],
  ])(
    'passes with %s at 100,000 posts compared with 100 of ours at 20,000, within a tenth: %s',
    (value, isHeld) => {
      const rows = judged(figures('newest', 20_000, 100), figures('newest', 100_000, value));

      expect(rows.at(-1)?.bound?.isHeld).toBe(isHeld);
    },
  );

  it('passes with 60 % of the quiet rate without any peer', () => {
    const [held, missed] = judged(figures('waitingGet', 1000, 0.6), figures('waitingTag', 1000, 0.59));

    expect(held).toMatchObject({ values: [0.6, undefined, undefined], bound: { isHeld: true } });
    expect(missed).toMatchObject({ bound: { isHeld: false } });
  });

  it('has the figures of a product that failed afterwards', () => {
    const rows = judged(figures('get', 1000, 900, 300, 400), figures('create8', 1000, 90, 30));

    expect(rows.map(({ values }) => values)).toEqual([
      [900, 300, 400],
      [90, 30, undefined],
    ]);
  });

  it('has no ratio and no bound when ours failed or no peer has a figure', () => {
    for (const values of [[undefined, 300], [900]])
      expect(judged(figures('get', 1000, ...values))[0]).not.toHaveProperty('bound');
  });
});

describe('table of the comparison with peers', () => {
  const lines = formatLines(
    judged(figures('get', 1000, 350.4, 200), figures('disk', 1000, 20, NaN)),
    PRODUCTS,
  );

  it('states figures, ratio, bound and result, and a dash for what was not measured', () => {
    expect(toCsv(lines)).toBe(
      [
        'figure,posts,Ours,One 1.0,Two 2.0,ours / best peer,must hold,result',
        'get by id (per s),1000,350,200,–,1.75,at least 2 ×,**missed**',
        'disk per post (KB),1000,20.0,–,–,–,–,',
        '',
      ].join('\n'),
    );
  });

  it('aligns its columns for a terminal', () => {
    const [head = '', line = ''] = toText(lines).split('\n');

    expect(line.indexOf('350') + 3).toBe(head.indexOf('Ours') + 4);
  });
});

describe('npm run bench -- peers', () => {
  it('measures all products, two sizes and 8 seconds by default', () => {
    const { products, ...others } = readOptions([]);

    expect(products.map(({ name }) => name)).toEqual(['broadsheet', 'payload', 'strapi']);
    expect(others).toEqual({ sizes: [1000, 20_000], seconds: 8, isStandard: true });
  });

  it('always measures this service', () => {
    const { products, isStandard } = readOptions(['--only', 'strapi', '--posts', '200', '--seconds', '1']);

    expect(products.map(({ name }) => name)).toEqual(['broadsheet', 'strapi']);
    expect(isStandard).toBe(false);
  });

  it('measures products in addition to the default ones or to chosen ones', () => {
    const readNames = (...args: string[]): string[] => readOptions(args).products.map(({ name }) => name);

    expect(readNames('--with', 'directus')).toEqual(['broadsheet', 'payload', 'strapi', 'directus']);
    expect(readNames('--only', 'strapi', '--with', 'directus')).toEqual(['broadsheet', 'strapi', 'directus']);
    expect(readNames('--only', 'directus')).toEqual(['broadsheet', 'directus']);
    expect(readOptions(['--with', 'directus']).isStandard).toBe(false);
  });

  it.each([
    [
      ['--only', 'payload,drupal'],
      '--only: there is no drupal; there are: broadsheet, payload, strapi, directus, ghost.',
    ],
    [
      ['--with', 'drupal'],
      '--with: there is no drupal; there are: broadsheet, payload, strapi, directus, ghost.',
    ],
    [['--posts', '1000,many'], '--posts: many must be a number of at least 200.'],
    [['--posts', '199'], '--posts: 199 must be a number of at least 200.'],
    [['--seconds', '0'], '--seconds: 0 must be 1 to 99.'],
  ])('refuses the options %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
