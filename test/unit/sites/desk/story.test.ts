import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../../infra/client/source/errors.ts';
import { BodyText } from '../../../../infra/sites/desk/page/story/body-text.ts';
import { FieldEdits } from '../../../../infra/sites/desk/page/story/field-edits.ts';
import { Pace } from '../../../../infra/sites/desk/page/story/pace.ts';
import { Turns } from '../../../../infra/sites/desk/page/story/turns.ts';
import { classifyFailure } from '../../../../infra/sites/desk/page/story/state.ts';
import { putFirst, updateInPlace } from '../../../../infra/sites/desk/page/list/merge-rows.ts';
import { readFilters, writeFilters } from '../../../../infra/sites/desk/page/list/filters.ts';

describe('Pace', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps within a second, saves three seconds after the last key, and after ten at the latest', () => {
    const calls: string[] = [];
    const pace = new Pace({ keep: () => calls.push('keep'), save: () => calls.push('save') });
    pace.touch();
    vi.advanceTimersByTime(1_000);
    expect(calls).toEqual(['keep']);
    vi.advanceTimersByTime(2_000);
    expect(calls).toEqual(['keep', 'save']);

    calls.length = 0;
    for (let second = 0; second < 10; second++) {
      pace.touch();
      vi.advanceTimersByTime(1_000);
    }
    expect(calls.filter(call => call === 'save')).toHaveLength(1);
    expect(calls.filter(call => call === 'keep')).toHaveLength(10);
  });
});

describe('Turns', () => {
  /** Saves that end when the test says so. */
  function begin() {
    const saves: string[] = [];
    const ends: (() => void)[] = [];
    const turns = new Turns(async isAuto => {
      saves.push(isAuto ? 'auto' : 'explicit');
      await new Promise<void>(end => ends.push(end));
    });
    return { turns, saves, end: () => ends.shift()?.() };
  }

  it('runs one save for all that are asked for while another one runs, an explicit one if any of them is', async () => {
    const { turns, saves, end } = begin();
    const first = turns.take(true);
    const others = Promise.all([turns.take(true), turns.take(false), turns.take(true)]);
    expect([saves, turns.isBusy]).toEqual([['auto'], true]);
    end();
    await first;
    await vi.waitFor(() => expect(saves).toEqual(['auto', 'explicit']));
    end();
    await others;
    expect([saves, turns.isBusy]).toEqual([['auto', 'explicit'], false]);
  });

  it('goes on after a save that failed', async () => {
    let count = 0;
    const turns = new Turns(() => Promise.reject(new Error(`save ${++count}`)));
    const results = await Promise.allSettled([turns.take(true), turns.take(false)]);
    expect(results.map(result => result.status === 'rejected' && String(result.reason))).toEqual([
      'Error: save 1',
      'Error: save 2',
    ]);
  });
});

function openText(html: string, version: number) {
  const text = new BodyText(() => undefined);
  text.receive({ html, version, by: null });
  let shown = html;
  text.attach({ read: () => shown, replace: next => (shown = next) });
  return { text, type: (next: string) => (shown = next), shown: () => shown };
}

describe('BodyText', () => {
  it('sends what was written with the version from which it began, and nothing when it is saved', () => {
    const { text, type } = openText('a', 3);
    expect(text.toSend()).toBeUndefined();
    type('ab');
    expect(text.toSend()).toEqual({ html: 'ab', version: 3 });
    text.settle('ab', 4);
    expect(text.toSend()).toBeUndefined();
    type('abc');
    expect(text.toSend()).toEqual({ html: 'abc', version: 4 });
  });

  it('counts as edited after a save when more was written while it was sent', () => {
    const { text, type } = openText('a', 3);
    type('ab');
    text.toSend();
    type('abc');
    text.settle('ab', 4);
    expect(text.isEdited).toBe(true);
  });

  it('shows what others wrote where nothing was written here', () => {
    const { text, shown } = openText('a', 3);
    expect(text.receive({ html: 'b', version: 4, by: 7 })).toBe(7);
    expect(shown()).toBe('b');
    expect(text.receive({ html: 'b', version: 4, by: 7 })).toBeUndefined();
  });

  it('keeps both texts when others wrote too, and sends none until one is chosen', () => {
    const { text, type, shown } = openText('a', 3);
    type('mine');
    expect(text.receive({ html: 'theirs', version: 4, by: 7 })).toBeUndefined();
    expect(shown()).toBe('mine');
    expect(text.conflict.value).toEqual({
      base: 'a',
      mine: 'mine',
      theirs: { html: 'theirs', version: 4, by: 7 },
    });
    expect(text.toSend()).toBeUndefined();
    text.resolve('both');
    expect(shown()).toBe('both');
    expect(text.toSend()).toEqual({ html: 'both', version: 4 });
  });

  it('takes its own text, whose answer was lost, for no other one', () => {
    const { text, type } = openText('a', 3);
    type('ab');
    text.toSend();
    type('abc');
    expect(text.meet({ html: 'ab', version: 4, by: 1 })).toBe(true);
    expect(text.toSend()).toEqual({ html: 'abc', version: 4 });
  });

  it('sends the text before again when another one was sent without an answer and deleted since', () => {
    const { text, type, shown } = openText('a', 3);
    type('ab');
    text.toSend();
    type('a');
    expect(text.toKeep()).toEqual({ html: 'a', base: 'a', version: 3, sent: 'ab' });
    expect(text.receive({ html: 'ab', version: 4, by: 1 })).toBeUndefined();
    expect(shown()).toBe('a');
    expect(text.toSend()).toEqual({ html: 'a', version: 4 });
  });

  it('brings back what a tab had written, compared with what others wrote since', () => {
    const same = openText('a', 3);
    same.text.bringBack({ html: 'ab', base: 'a', version: 3 });
    expect([same.shown(), same.text.conflict.value]).toEqual(['ab', undefined]);
    const sent = openText('ab', 4);
    sent.text.bringBack({ html: 'abc', base: 'a', version: 3, sent: 'ab' });
    expect([sent.shown(), sent.text.conflict.value]).toEqual(['abc', undefined]);
    const other = openText('x', 4);
    other.text.bringBack({ html: 'ab', base: 'a', version: 3 });
    expect(other.text.conflict.value).toMatchObject({
      base: 'a',
      mine: 'ab',
      theirs: { html: 'x', version: 4 },
    });
  });
});

describe('FieldEdits', () => {
  const post = { headline: 'A', subheadline: '', tags: ['x'] };
  const edit = () => new FieldEdits(signal(post) as never, () => undefined);

  it('sends only what was changed, and forgets what the service has', () => {
    const fields = edit();
    fields.write('subheadline', 'b');
    fields.write('tags', ['x']);
    expect(fields.toSend()).toEqual({ subheadline: 'b' });
    const sent = fields.toSend();
    fields.write('subheadline', 'bc');
    fields.settle(sent);
    expect(fields.toSend()).toEqual({ subheadline: 'bc' });
    fields.write('subheadline', '');
    expect(fields.isEdited).toBe(false);
  });

  it('sends the value before again when it was changed back while another one was sent', () => {
    const fields = edit();
    fields.write('subheadline', 'b');
    const sent = fields.toSend();
    fields.write('subheadline', '');
    fields.settle(sent);
    expect(fields.edits.value).toEqual({ subheadline: '' });
  });

  it('keeps what others add to a list and remove from it, whatever was changed here', () => {
    const known = signal({ ...post, tags: ['x', 'y', 'z'] });
    const fields = new FieldEdits(known as never, () => undefined);
    fields.write('tags', ['x', 'z', 'mine']);
    const bases = fields.toKeepBases();
    expect(bases).toEqual({ tags: ['x', 'y', 'z'] });
    known.value = { ...post, tags: ['x', 'y', 'theirs'] };
    fields.meet(bases);
    expect(fields.toSend()).toEqual({ tags: ['x', 'theirs', 'mine'] });

    const broughtBack = new FieldEdits(known as never, () => undefined);
    broughtBack.bringBack({ tags: ['x', 'z', 'mine'] }, bases);
    expect(broughtBack.toSend()).toEqual(fields.toSend());
  });

  it('sends what was taken out of a list again while it was sent', () => {
    const known = signal(post);
    const fields = new FieldEdits(known as never, () => undefined);
    fields.write('tags', ['x', 'y']);
    const sent = fields.toSend();
    fields.write('tags', ['x']);
    fields.settle(sent);
    known.value = { ...post, tags: ['x', 'y'] };
    fields.meet(sent);
    expect(fields.toSend()).toEqual({ tags: ['x'] });
  });

  it('sends a list that was refused once others have changed it', () => {
    const known = signal(post);
    let edits = 0;
    const fields = new FieldEdits(known as never, () => (edits += 1));
    fields.write('tags', ['x', 'y']);
    fields.refuse({ tags: 'must have at most 1 entry' });
    fields.meet({ tags: ['x'] });
    expect([fields.toSend(), fields.isRefused, edits]).toEqual([{}, true, 1]);
    known.value = { ...post, tags: [] };
    fields.meet({ tags: ['x'] });
    expect([fields.toSend(), fields.isRefused, edits]).toEqual([{ tags: ['y'] }, false, 2]);
  });

  it('saves nothing when the words of a new story are deleted again', () => {
    const fields = new FieldEdits(signal(undefined), () => undefined);
    fields.write('headline', 'A');
    fields.write('headline', '');
    expect(fields.isEdited).toBe(false);
  });

  it('sends a headline once it has words', () => {
    const fields = edit();
    fields.write('headline', ' ');
    expect(fields.toSend()).toEqual({});
    fields.write('headline', 'B');
    expect(fields.toSend()).toEqual({ headline: 'B' });
  });
});

describe('classifyFailure()', () => {
  const refusal = (status: number, code: string, data?: unknown) =>
    new ApiError({ status, code, messages: [], data });

  it.each([
    [new ConnectionError('x'), 'retry'],
    [refusal(503, 'unavailable'), 'retry'],
    [refusal(429, 'too_many_requests'), 'retry'],
    [refusal(401, 'session_ended'), 'signed-out'],
    [refusal(412, 'precondition_failed', { body: 'x', body_version: 2, body_by: 1 }), 'conflict'],
    [refusal(412, 'precondition_failed'), 'retry'],
    [refusal(404, 'not_found'), 'gone'],
    [refusal(409, 'conflict'), 'gone'],
    [refusal(403, 'forbidden'), 'refused'],
    [refusal(400, 'invalid_input'), 'refused'],
  ])('of %s says %s', (error, kind) => {
    expect(classifyFailure(error).kind).toBe(kind);
  });
});

describe('the list', () => {
  const row = (id: number, version = 1) => ({ id, version }) as never;

  it('updates rows where they stand, and tells when they would move', () => {
    expect(updateInPlace([row(1), row(2)], [row(1, 2), row(2)])).toEqual({
      rows: [row(1, 2), row(2)],
      isMoved: false,
    });
    expect(updateInPlace([row(1), row(2)], [row(3), row(1, 2)])).toEqual({
      rows: [row(1, 2), row(2)],
      isMoved: true,
    });
    expect(putFirst([row(1), row(2), row(4)], [row(3), row(1)])).toEqual([row(3), row(1), row(4)]);
  });

  it('keeps its filters in the address', () => {
    const filters = { state: 'draft', isMine: true, words: 'sea wall' } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(writeFilters(readFilters('?state=nothing'))).toBe('');
  });
});
