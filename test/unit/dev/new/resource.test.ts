import { existsSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { creation } from '../../../../infra/dev/new/main.ts';
import { toFiles } from '../../../../infra/dev/new/resource.ts';
import { toNames } from '../../../../infra/dev/new/resource-name.ts';
import { readRecipe } from '../../../../infra/dev/new/recipe.ts';
import { runHere } from '../../../support/processes/cli.ts';

describe('npm run new -- resource', () => {
  it.each([
    ['', 'The name "" is missing.'],
    ['../x', 'The name "../x" must be words of small letters'],
    ['/etc/news', 'must be words of small letters'],
    ['Newsletters', 'must be words of small letters'],
    ['news letters', 'must be words of small letters'],
    ['nëwsletters', 'must be words of small letters'],
    ['newsletters2', 'must be words of small letters'],
    ['__proto__', 'must be words of small letters'],
    ['press-releases', 'has a hyphen: write underscores'],
    ['newsletter', 'must be a plural that ends in s'],
    ['press', 'must be a plural that ends in s'],
    ['s', 'must be a plural that ends in s'],
    ['n'.repeat(40) + 's', 'has more than 40 characters'],
    ['badges', 'functions/badges exists already.'],
    ['authors', 'functions/authors exists already.'],
    ['answers', 'shared/posts/answers exists already.'],
    ['paths', 'shared/posts/paths exists already.'],
    ['scrapes', 'has a partition or a name SCRAPE already'],
    ['terms', 'has a partition or a name TERM'],
    ['ts', 'has a partition or a name T already'],
    ['transactions', 'uses the name Transaction already'],
    ['maps', 'uses the name Map already'],
  ])('refuses the name “%s” with exit code 2, and writes nothing', async (name, message) => {
    const { code, stderr } = await runHere(creation, ['resource', name]);

    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(`functions/routes/${name}.ts`) && !existsSync(`functions/${name}`)).toBe(false);
  });

  it.each([
    [[], 'The first argument must be: resource or site.'],
    [['field', 'byline'], 'The first argument must be: resource or site.'],
    [['resource', 'newsletters', 'events'], 'Only one resource at a time: events is too much.'],
    [['resource', 'newsletters', '--room', '../..'], '--room must be one of'],
    [['resource', 'newsletters', '--room', 'platform'], '--room must be one of'],
    [['resource', 'newsletters', '--url', 'http://x'], '--url is an option of site only.'],
    [['site', 'astro', 'x', '--singular', 'newsletter'], '--singular is an option of resource only.'],
    [['resource', 'series'], 'The singular of series must be another word: give one with --singular.'],
    [['resource', 'heroes', '--singular', 'heroes'], 'The singular of heroes must be another word'],
    [['resource', 'heroes', '--singular', 'Hero'], 'The singular "Hero" must be words of small letters'],
    [['resource', 'heroes', '--singular', 'author'], 'has a partition or a name AUTHOR already'],
  ])('refuses the arguments %j with exit code 2', async (args, message) => {
    const { code, stderr } = await runHere(creation, args);

    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe('toFiles()', () => {
  it('makes the files of the recipe as they stand there', () => {
    const blocks = readRecipe('Add a resource').filter(({ file }) => file !== '');

    expect([...toFiles({ name: 'newsletters', room: 'taxonomy' })]).toEqual(
      blocks.map(({ file, code }) => [file, code]),
    );
  });

  it('gives each file the resource’s names, in the chosen room', () => {
    const files = toFiles({ name: 'advisory_notices', room: 'library' });
    const texts = [...files.values()].join('\n');

    expect([...files.keys()]).toContain('shared/library/advisory_notices/record.ts');
    expect([...files, texts].join('\n')).not.toMatch(/newsletter|taxonomy/i);
    expect(files.get('shared/library/advisory_notices/record.ts')).toContain("pk: 'ADVISORY_NOTICE#*'");
    expect(files.get('functions/routes/advisory_notices.ts')).toContain('export const advisoryNoticesRows');
    expect(texts).toContain("path: '/api/1.3/advisory_notices/{id}'");
    expect(texts).toContain("summary: 'Create an advisory notice'");
    expect(texts).toContain('MADE.advisoryNotice ');
  });

  it.each(['advisory_notices', 'classes'])('makes code that can be parsed for the name %s', name => {
    for (const [file, code] of toFiles({ name, room: 'library' })) {
      const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true });
      expect(
        diagnostics?.map(({ messageText }) => messageText),
        file,
      ).toEqual([]);
    }
  });

  it('joins the words of a name by an underscore in the actions of the audit trail', () => {
    const files = toFiles({ name: 'advisory_notices', room: 'library' });
    const write = files.get('shared/library/advisory_notices/write.ts');

    expect(files.get('functions/routes/advisory_notices.ts')?.match(/(?<=audit: ').*(?=')/g)).toEqual([
      'advisory_notice.create',
      'advisory_notice.edit',
      'advisory_notice.delete',
    ]);
    expect(new Set(write?.match(/(?<=recordWrite\(transaction, ').*(?=')/g))).toEqual(
      new Set(['advisory_notice']),
    );
  });

  it('uses the singular that was given', () => {
    const files = toFiles({ name: 'series', singular: 'episode', room: 'library' });

    expect([...files.keys()]).toContain('functions/series/create.ts');
    expect(files.get('functions/routes/series.ts')).toContain("summary: 'Create an episode'");
    expect(files.get('shared/library/series/record.ts')).toContain('export const EpisodeRecord');
  });
});

describe('toNames()', () => {
  it.each([
    ['newsletters', 'newsletter'],
    ['categories', 'category'],
    ['press_releases', 'press_release'],
    ['classes', 'class'],
    ['statuses', 'status'],
    ['boxes', 'box'],
    ['movies', 'movie'],
    ['houses', 'house'],
    ['quizzes', 'quiz'],
    ['time_series', 'time_series'],
  ])('knows the singular of %s', (many, one) => {
    expect(toNames(many).one.snake).toBe(one);
  });
});
