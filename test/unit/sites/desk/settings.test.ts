import { describe, expect, it } from 'vitest';
import { messages } from '../../../../infra/sites/desk/page/messages.ts';
import { ELSEWHERE, GROUPS } from '../../../../infra/sites/desk/page/settings/table.ts';
import { readAddress, readJson, withField } from '../../../../infra/sites/desk/page/settings/values.ts';
import {
  AnyPostEditInput,
  DraftCreateInput,
  DraftEditInput,
  PostCreateInput,
  PostEditInput,
} from '../../../../shared/posts/record/input.ts';

const INPUTS = [AnyPostEditInput, DraftCreateInput, DraftEditInput, PostCreateInput, PostEditInput];
const rows = GROUPS.flatMap(group => group.rows);

describe('the settings of a story', () => {
  it('have a control for every field that clients can send, or say where else it is written', () => {
    const sent = new Set(INPUTS.flatMap(({ entries }) => Object.keys(entries)));
    const shown = rows.flatMap(({ name, writes = [] }) => [name, ...writes]);
    expect([...shown, ...Object.keys(ELSEWHERE)].sort()).toEqual([...sent].sort());
  });

  it('show each field under a label of its own words', () => {
    const labels: Record<string, string> = messages.fields;
    for (const { name } of rows) expect(labels[name] ?? name).not.toMatch(/_|^$/);
  });
});

describe('values of controls', () => {
  it('take an address of the web, with or without its scheme', () => {
    expect(readAddress(' example.com/a ')).toBe('https://example.com/a');
    expect(readAddress('http://example.com')).toBe('http://example.com');
    expect(readAddress('')).toBe('');
    for (const typed of ['javascript:alert(1)', 'mailto:a@example.com', 'https://'])
      expect(readAddress(typed)).toBeUndefined();
  });

  it('take a JSON object, and no other JSON', () => {
    expect(readJson('{"a": [1]}')).toEqual({ a: [1] });
    expect(readJson(' ')).toEqual({});
    for (const text of ['{', '[]', '1', 'null']) expect(readJson(text)).toBeUndefined();
  });

  it('leave out empty parts and keep unknown ones', () => {
    expect(withField({ a: 1, name: 'x' }, 'name', '')).toEqual({ a: 1 });
    expect(withField({ a: 1 }, 'name', 'y')).toEqual({ a: 1, name: 'y' });
  });
});
