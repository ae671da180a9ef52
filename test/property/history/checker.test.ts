import { describe, expect, it } from 'vitest';
import { isLinearizable, shortestContradiction, type Operation } from './checker.ts';
import { basenameModel, type BasenameAnswer, type BasenameOp } from './models/basename.ts';
import { membersModel, type MembersAnswer, type MembersOp } from './models/members.ts';
import { nameModel, type NameAnswer, type NameOp } from './models/name.ts';
import { onceModel, type OnceAnswer, type OnceOp } from './models/once.ts';
import { postModel, type PostAnswer, type PostOp, type Shown } from './models/post.ts';

/** An operation by its start and end; without an answer it was cut off by a kill at its end. */
function at<Op, Answer = any>(start: number, end: number, op: Op, answer?: Answer): Operation<Op, Answer> {
  return {
    client: start,
    start,
    end,
    op,
    answer,
  };
}

function draft(fields: Partial<Shown> = {}): Shown {
  return {
    status: 'draft',
    scheduled_at: null,
    subheadline: '',
    media: '',
    body: '',
    ...fields,
  };
}

function shown(version: number, fields: Partial<Shown> = {}): PostAnswer {
  return {
    status: 200,
    version,
    shown: draft(fields),
  };
}

function listed(fields: Partial<Shown> | null): PostAnswer {
  return {
    status: 200,
    shown: fields && draft(fields),
  };
}

const create: PostOp = { do: 'create', family: 'drafts', fields: {} };
function edit(fields: Partial<Shown>, ifMatch?: number): PostOp {
  return {
    do: 'edit',
    family: 'drafts',
    fields,
    ifMatch,
  };
}

const read: PostOp = { do: 'read', from: 'drafts' };
const list: PostOp = { do: 'see in list', list: 'drafts' };
const publish: PostOp = { do: 'publish', family: 'drafts', fields: {} };
const remove: PostOp = { do: 'remove', family: 'drafts' };
const created = at(1, 2, create, shown(1));

function isPostExplained(history: Operation<PostOp, PostAnswer>[]): boolean {
  return isLinearizable(postModel, [created, ...history]);
}

describe('history of a post', () => {
  it('is explained when concurrent edits of different fields are both kept', () => {
    const first = at(3, 6, edit({ media: 'a' }), shown(3, { media: 'a', body: 'b' }));
    const second = at(4, 5, edit({ body: 'b' }), shown(2, { body: 'b' }));
    expect(isPostExplained([first, second, at(7, 8, read, shown(3, { media: 'a', body: 'b' }))])).toBe(true);
  });

  it('is rejected when one of two concurrent edits is lost', () => {
    const first = at(3, 6, edit({ media: 'a' }), shown(2, { media: 'a' }));
    const second = at(4, 5, edit({ body: 'b' }), shown(2, { body: 'b' }));
    expect(isPostExplained([first, second])).toBe(false);
    expect(isPostExplained([first, at(7, 8, read, shown(2))])).toBe(false);
  });

  it('is rejected when two conditional edits of the same version both succeed', () => {
    const first = at(3, 6, edit({ media: 'a' }, 1), shown(2, { media: 'a' }));
    const won = at(4, 5, edit({ media: 'b' }, 1), shown(3, { media: 'b' }));
    const refused = at(4, 5, edit({ media: 'b' }, 1), { status: 412 });
    expect(isPostExplained([first, refused])).toBe(true);
    expect(isPostExplained([first, won])).toBe(false);
    expect(isPostExplained([refused])).toBe(false);
  });

  it('is explained when a list that is concurrent with a write shows either state', () => {
    const write = at(3, 6, edit({ media: 'a' }), shown(2, { media: 'a' }));
    for (const seen of [{}, { media: 'a' }])
      expect(isPostExplained([write, at(4, 5, list, listed(seen))])).toBe(true);
  });

  it('is rejected when a list after an answered write is stale', () => {
    const write = at(3, 4, edit({ media: 'a' }), shown(2, { media: 'a' }));
    expect(isPostExplained([write, at(5, 6, list, listed({}))])).toBe(false);
    expect(isPostExplained([at(3, 4, list, listed(null))])).toBe(false);
    expect(isPostExplained([at(3, 4, remove, { status: 200 }), at(5, 6, list, listed({}))])).toBe(false);
  });

  it('is rejected when a list shows an older state than an earlier list during the same write', () => {
    const write = at(3, 9, edit({ media: 'a' }), shown(2, { media: 'a' }));
    const lists = [at(4, 5, list, listed({ media: 'a' })), at(6, 7, list, listed({}))];
    expect(isPostExplained([write, ...lists])).toBe(false);
    expect(isPostExplained([write, ...lists.slice(0, 1)])).toBe(true);
  });

  it('is rejected when both of two publishes succeed or both fail', () => {
    const answer = (version: number) => shown(version, { status: 'published' });
    const conflict: PostAnswer = { status: 409 };
    expect(isPostExplained([at(3, 6, publish, answer(2)), at(4, 5, publish, conflict)])).toBe(true);
    expect(isPostExplained([at(3, 6, publish, answer(2)), at(4, 5, publish, answer(3))])).toBe(false);
    expect(isPostExplained([at(3, 6, publish, conflict), at(4, 5, publish, conflict)])).toBe(false);
  });
});

describe('history of two versions', () => {
  const answers = (operation: PostOp, status: number) =>
    isPostExplained([at(3, 4, edit({}), shown(2)), at(5, 6, operation, { status })]);
  const unschedule: PostOp = { do: 'unschedule', ifMatch: 1 };

  it('is explained when each version judges If-Match and state in its own order', () => {
    expect(answers(unschedule, 409)).toBe(true);
    expect(answers({ ...unschedule, isMatchedFirst: true }, 412)).toBe(true);
  });

  it('is rejected when a version judges them in the order of the other', () => {
    expect(answers(unschedule, 412)).toBe(false);
    expect(answers({ ...unschedule, isMatchedFirst: true }, 409)).toBe(false);
  });
});

describe('history with a kill', () => {
  const cutOff = at(3, 6, edit({ media: 'a' }));

  it('is explained whether or not an unanswered write has happened', () => {
    for (const [version, fields] of [
      [1, {}],
      [2, { media: 'a' }],
    ] as const)
      expect(isPostExplained([cutOff, at(7, 8, read, shown(version, fields))])).toBe(true);
  });

  it('is explained when the unanswered write fits a later list and an earlier one shows the same with and without it', () => {
    const published: PostAnswer = { status: 200, shown: draft({ status: 'published' }) };
    const history: Operation<PostOp, PostAnswer>[] = [
      at(3, 6, { ...create, family: 'posts' }),
      at(7, 8, list, listed(null)),
      at(9, 10, { do: 'see in list', list: 'posts' }, published),
    ];

    expect(isLinearizable(postModel, history)).toBe(true);
  });

  it('is rejected when an unanswered write appears after a read that did not show it', () => {
    const before = at(7, 8, read, shown(1));
    expect(isPostExplained([cutOff, before, at(9, 10, read, shown(2, { media: 'a' }))])).toBe(false);
  });

  it('is rejected when an answered write is lost', () => {
    const write = at(3, 4, edit({ media: 'a' }), shown(2, { media: 'a' }));
    expect(isPostExplained([write, at(7, 8, read, shown(1))])).toBe(false);
  });

  it('is rejected when an overwritten value returns', () => {
    const over = at(7, 8, edit({ media: 'b' }), shown(3, { media: 'b' }));
    expect(isPostExplained([cutOff, over, at(9, 10, read, shown(3, { media: 'b' }))])).toBe(true);
    expect(isPostExplained([cutOff, over, at(9, 10, read, shown(2, { media: 'a' }))])).toBe(false);
  });

  it('is rejected when a write that was seen is lost', () => {
    const seen = at(4, 5, read, shown(2, { media: 'a' }));
    expect(isPostExplained([cutOff, seen, at(7, 8, read, shown(1))])).toBe(false);
  });
});

describe('history of a unique name', () => {
  const claim = (start: number, end: number, holder: string, answer?: number) =>
    at<NameOp, NameAnswer>(start, end, { do: 'claim', holder }, answer);
  const giveUp = (start: number, end: number, holder: string) =>
    at<NameOp, NameAnswer>(start, end, { do: 'give up', holder }, 200);
  const lookUp = (start: number, end: number, holders: string[]) =>
    at<NameOp, NameAnswer>(start, end, { do: 'look up' }, holders);

  it('is explained when a second claim follows the release by the first holder', () => {
    const history = [claim(1, 2, 'a', 200), giveUp(3, 6, 'a'), claim(4, 5, 'b', 200), lookUp(7, 8, ['b'])];
    expect(isLinearizable(nameModel, history)).toBe(true);
  });

  it('is rejected when two records hold the name', () => {
    expect(isLinearizable(nameModel, [claim(1, 4, 'a', 200), claim(2, 3, 'b', 200)])).toBe(false);
    expect(isLinearizable(nameModel, [claim(1, 2, 'a', 200), lookUp(3, 4, ['a', 'b'])])).toBe(false);
  });

  it('is rejected when a claim of a free name is refused', () => {
    const history = [claim(1, 2, 'a', 200), giveUp(3, 4, 'a'), claim(5, 6, 'b', 409)];
    expect(isLinearizable(nameModel, history)).toBe(false);
  });
});

describe('history of a basename', () => {
  const on = (start: number, action: 'claim' | 'remove' | 'restore' | 'see', post: string, holds: boolean) =>
    at<BasenameOp, BasenameAnswer>(start, start + 1, { do: action, post }, holds);
  const claimed = [on(1, 'claim', 'p0', true), on(3, 'claim', 'p1', false)];

  it('is explained when a restored post finds its basename taken', () => {
    const history = [on(1, 'claim', 'p0', true), on(3, 'remove', 'p0', false), on(5, 'claim', 'p1', true)];
    expect(isLinearizable(basenameModel, [...history, on(7, 'restore', 'p0', false)])).toBe(true);
    expect(isLinearizable(basenameModel, [...history, on(7, 'restore', 'p0', true)])).toBe(false);
  });

  it('is rejected when two live posts have the basename', () => {
    expect(isLinearizable(basenameModel, claimed)).toBe(true);
    expect(isLinearizable(basenameModel, [on(1, 'claim', 'p0', true), on(3, 'claim', 'p1', true)])).toBe(
      false,
    );
    expect(isLinearizable(basenameModel, [...claimed, on(5, 'see', 'p1', true)])).toBe(false);
    const both = at<BasenameOp, BasenameAnswer>(5, 6, { do: 'look up' }, ['p0', 'p1']);
    expect(isLinearizable(basenameModel, [...claimed, both])).toBe(false);
  });

  it('is rejected when a removed post keeps the basename', () => {
    const history = [on(1, 'claim', 'p0', true), on(3, 'remove', 'p0', false), on(5, 'claim', 'p1', false)];
    expect(isLinearizable(basenameModel, history)).toBe(false);
  });
});

describe('history of likes', () => {
  const op = (start: number, operation: MembersOp, answer?: MembersAnswer) =>
    at(start, start + 1, operation, answer);
  const liked = [op(1, { do: 'add', member: 'a' }, 'done'), op(3, { do: 'add', member: 'a' }, 'done')];

  it('is explained when list and count agree with the likes', () => {
    const seen = [op(5, { do: 'list' }, ['a']), op(7, { do: 'count' }, 1)];
    expect(isLinearizable(membersModel, [...liked, ...seen])).toBe(true);
  });

  it('is rejected when a like is counted twice, or is counted and not listed', () => {
    expect(isLinearizable(membersModel, [...liked, op(5, { do: 'count' }, 2)])).toBe(false);
    expect(isLinearizable(membersModel, [...liked, op(5, { do: 'list' }, [])])).toBe(false);
  });
});

describe('history of an Idempotency-Key', () => {
  const send = (start: number, end: number, id?: number) =>
    at<OnceOp, OnceAnswer>(start, end, { do: 'send' }, id);
  const look = (start: number, ids: number[]) =>
    at<OnceOp, OnceAnswer>(start, start + 1, { do: 'list' }, ids);

  it('is explained when every request is answered with the same record', () => {
    expect(isLinearizable(onceModel, [send(1, 4, 7), send(2, 3, 7), look(5, [7])])).toBe(true);
    expect(isLinearizable(onceModel, [send(1, 2), look(3, []), send(5, 6, 8), look(7, [8])])).toBe(true);
    expect(isLinearizable(onceModel, [send(1, 2), look(3, [7]), send(5, 6, 7)])).toBe(true);
  });

  it('is rejected when a second record is made', () => {
    expect(isLinearizable(onceModel, [send(1, 4, 7), send(2, 3, 8)])).toBe(false);
    expect(isLinearizable(onceModel, [send(1, 2, 7), look(3, [7, 8])])).toBe(false);
    expect(isLinearizable(onceModel, [send(1, 2), look(3, [7]), send(5, 6, 8)])).toBe(false);
  });
});

describe('shortestContradiction()', () => {
  it('ends at the first unexplained answer and omits reads without effect on the contradiction', () => {
    const history = [
      created,
      at(3, 4, list, listed({})),
      at(5, 6, edit({ media: 'a' }), shown(2, { media: 'a' })),
      at(7, 8, edit({ media: 'b' }, 1), { status: 412 }),
      at(9, 10, list, listed({})),
      at(11, 12, read, shown(2, { media: 'a' })),
    ];
    expect(shortestContradiction(postModel, history)).toEqual([created, history[2], history[4]]);
  });

  it('keeps a running call as a call without an answer', () => {
    const slow = at(3, 9, edit({ media: 'a' }), shown(2, { media: 'a' }));
    const history = [created, slow, at(4, 5, list, listed(null))];
    expect(shortestContradiction(postModel, history)[1]).toEqual({ ...slow, answer: undefined });
  });
});
