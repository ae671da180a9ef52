import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCEPTED } from '../conditions/accepted.ts';
import { leaveOut, splitParts, WHOLE } from '../conditions/parts.ts';
import { findSites } from '../conditions/sites.ts';
import { listFaults, isAccepted, readTable, siteIn } from '../conditions/table.ts';

const LEASE = 'attribute_not_exists(pk) OR #token = :token OR (#state = :working AND #until < :ended)';

describe('condition of a write', () => {
  it.each([
    ['#version = :version', [WHOLE]],
    ['#token IN (:found, :taking)', [WHOLE]],
    [
      'attribute_exists(pk) AND size(former) < :most',
      [WHOLE, 'attribute_exists(pk)', 'size(former) < :most'],
    ],
    [
      LEASE,
      [
        WHOLE,
        'attribute_not_exists(pk)',
        '#token = :token',
        '#state = :working AND #until < :ended',
        '#state = :working',
        '#until < :ended',
      ],
    ],
  ])('is split into the whole and all operands: %s', (expression, parts) => {
    expect(splitParts(expression)).toEqual(parts);
  });

  it.each([
    [WHOLE, 'attribute_exists(pk) OR attribute_not_exists(pk)'],
    ['#token = :token', 'attribute_not_exists(pk) OR (#state = :working AND #until < :ended)'],
    ['#state = :working AND #until < :ended', 'attribute_not_exists(pk) OR #token = :token'],
    ['#state = :working', 'attribute_not_exists(pk) OR #token = :token OR #until < :ended'],
  ])('keeps the other parts when %s is left out', (part, rest) => {
    expect(leaveOut(LEASE, part)).toBe(rest);
  });
});

it('each conditional write has a line of its own, by which a running test names it', () => {
  const lines = findSites().map(({ file, line }) => `${file}:${line}`);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

describe('noticed.json', () => {
  const table = readTable();

  it('names existing test files', () => {
    const files = [...new Set(Object.values(table).flatMap(parts => Object.values(parts)))];
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  it('has a condition for each conditional write of the sources, and no others', () => {
    const named = new Set([...Object.keys(table), ...ACCEPTED.map(({ condition }) => condition)].map(siteIn));
    expect([...named].sort()).toEqual(
      findSites()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('has each part of its conditions that is not accepted', () => {
    const missing = Object.entries(table).flatMap(([condition, parts]) =>
      listFaults(condition).filter(fault => parts[fault.part] === undefined && !isAccepted(fault)),
    );
    expect(missing).toEqual([]);
  });
});
