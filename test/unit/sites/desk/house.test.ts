import { describe, expect, it } from 'vitest';
import { routeList } from '../../../../functions/routes/index.ts';
import { describe as reduce } from '../../../../infra/sites/desk/describe.ts';
import { getDefaults } from '../../../../shared/platform/core/complete.ts';
import { AuthorRecord } from '../../../../shared/people/authors/record.ts';
import { BadgeRecord } from '../../../../shared/taxonomy/badges/record.ts';
import { SectionRecord } from '../../../../shared/taxonomy/sections/record.ts';
import { describeShape } from '../../../../infra/sites/desk/page/house/fields/hint.ts';
import { nameSections } from '../../../../infra/sites/desk/page/house/fields/section-names.ts';
import { FormState } from '../../../../infra/sites/desk/page/house/form/form-state.ts';
import { RESOURCES } from '../../../../infra/sites/desk/page/house/resources.ts';
import type { Shape, Shapes } from '../../../../infra/sites/desk/page/house/shape.ts';
import { messages } from '../../../../infra/sites/desk/page/messages.ts';
import { openApi } from '../../../../infra/sites/reference/document.ts';

const { operations } = reduce(JSON.stringify(await openApi()), []);
const resources = Object.entries(RESOURCES);
const { fields: labels, choices } = messages.house;

/** Fields that no form shows, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  fb_id: 'for importers',
  secret: 'has a button of its own',
  in_trash: 'has a button of its own',
  file_id: 'of the upload',
  file_type: 'of the upload',
};

function shapesOf(name: string | undefined): Shapes {
  const found = Object.entries(operations).find(([one]) => one === name);
  return found ? found[1].fields : {};
}

function listFields(name: string | undefined): [string, Shape][] {
  return Object.entries(shapesOf(name));
}

function hasWords(field: string, value: string): boolean {
  const words = Object.entries(choices).find(([one]) => one === field);
  return words !== undefined && value in words[1];
}

function withInner(shapes: Shapes): [string, Shape][] {
  return Object.entries(shapes).flatMap(([name, shape]) => [[name, shape], ...withInner(shape.fields ?? {})]);
}

describe('the table of lists and forms', () => {
  it.each(resources)(
    '%s uses operations of the document',
    (_place, { needs, list, get, create, edit, remove }) => {
      for (const name of [needs, list, get, create, edit, remove])
        if (name !== undefined) expect(operations).toHaveProperty([name]);
    },
  );

  it.each(resources)(
    '%s names the default of each choice that a new record may leave open',
    (_place, { create, fields = [], defaults = {} }) => {
      const open = listFields(create).filter(
        ([name, { kind, isRequired }]) =>
          fields.includes(name) && (kind === 'choice' || name === 'role') && !isRequired,
      );
      expect(open.map(([name]) => name).sort()).toEqual(Object.keys(defaults).sort());
    },
  );

  it('names as usual what the service gives a new record', () => {
    const given = (record: object, names: string[]) =>
      Object.fromEntries(names.map(name => [name, String(Object(record)[name])]));
    const { sections, tags, badges, authors } = RESOURCES;
    const page = getDefaults(SectionRecord);
    expect(sections?.defaults).toEqual(given(page, ['status']));
    expect(tags?.defaults).toEqual(given(page, ['status']));
    expect(badges?.defaults).toEqual(given(getDefaults(BadgeRecord), ['category']));
    expect(authors?.defaults).toEqual(given(getDefaults(AuthorRecord), ['role', 'status']));
  });

  it.each(resources)(
    '%s has a control for every field that its operations take',
    (_place, { create, edit, fields = [] }) => {
      const taken = [...listFields(create), ...listFields(edit)].map(([name]) => name);
      expect(taken.filter(name => !fields.includes(name) && !(name in LEFT_OUT))).toEqual([]);
    },
  );

  it.each(resources)(
    '%s has words for all that it shows',
    (_place, { columns, fields = [], filters = [], controls = {}, list, create, edit }) => {
      const shown = [...columns.map(({ field }) => field), ...fields, ...filters];
      expect(shown.filter(name => !(name in labels))).toEqual([]);
      const shapes = [create, edit, list].flatMap(name => withInner(shapesOf(name)));
      const wordless = shapes.filter(
        ([name, { options = [] }]) =>
          fields.includes(name) &&
          // Roles have names of the site's own, which are shown as they are.
          controls[name] !== 'role' &&
          options.some(option => !hasWords(name, String(option))),
      );
      expect(wordless.map(([name]) => name)).toEqual([]);
      const inner = shapes.flatMap(([name, { fields: inside = {} }]) =>
        fields.includes(name) ? Object.keys(inside) : [],
      );
      expect(inner.filter(name => !(name in labels))).toEqual([]);
    },
  );

  it('has words for what the audit trail records', () => {
    const recorded = routeList.flatMap(({ audit }) =>
      audit === undefined || (typeof audit === 'object' && 'none' in audit) ? [] : [audit].flat(),
    );
    expect(recorded.filter(action => !hasWords('action', action))).toEqual([]);
    // What jobs, command lines and deployments record.
    const others = /^(?:site\.|settings\.deploy$|author\.reset_factors$|post\.purge$)/;
    const offered = Object.keys({ ...choices.action });
    expect(
      offered.filter(
        action => !others.test(action) && !recorded.some(recordedAction => recordedAction === action),
      ),
    ).toEqual([]);
    // What publishing changes is no field of a form.
    expect(labels).toMatchObject({ status: 'Status', scheduled_at: 'Time of publication' });
  });
});

it('describeShape() gives the limit of a text once', () => {
  const shape = { kind: 'text', least: 8, most: 128 } as const;
  expect(describeShape('password', shape)).toBe('8 to 128 characters.');
  const says = 'From 8 to 128 characters.';
  expect(describeShape('password', { ...shape, says })).toBe(says);
});

it('describeShape() says of tags what they do where they stand, and how one is added', () => {
  const shape = { kind: 'texts', says: 'Tags for your own use.' } as const;
  expect(describeShape('tags', shape)).toBe('Tags for your own use. Enter or a comma adds one.');
});

it('nameSections() gives titles, and addresses where two sections have the same title', () => {
  const sections = [
    { id: 1, title: 'News', full_url: '/news' },
    { id: 2, title: 'Local', full_url: '/local' },
    { id: 3, title: 'Local', full_url: '/sport/local' },
  ];
  expect(nameSections(sections).map(({ label }) => label)).toEqual([
    'News',
    'Local (/local)',
    'Local (/sport/local)',
  ]);
});

describe('FormState', () => {
  it('sends an empty text that is required as it is', () => {
    const form = new FormState({ first_name: { kind: 'text', isRequired: true }, role: { kind: 'text' } });
    form.take({ first_name: '', role: 'Editor' }, null);
    form.write('role', '');
    expect(form.toBody(false)).toEqual({ first_name: '', role: null });
  });

  it('lists the required fields that are empty', () => {
    const form = new FormState({
      first_name: { kind: 'text', isRequired: true },
      last_name: { kind: 'text', isRequired: true },
      role: { kind: 'text' },
      active: { kind: 'flag', isRequired: true },
    });
    form.write('first_name', ' ');
    form.write('last_name', 'Hall');
    expect(form.listMissing()).toEqual(['first_name']);
  });

  const shapes: Shapes = {
    title: { kind: 'text', isRequired: true },
    order: { kind: 'number' },
    link: { kind: 'group', fields: { url: { kind: 'text' }, title: { kind: 'text' } } },
  };

  it('sends the changed fields and those that are required, and empty ones as null', () => {
    const form = new FormState(shapes);
    form.take({ title: 'News', order: 3, link: { url: 'https://a.example/' } }, 'v1');
    form.write('order', '');
    expect(form.toBody(false)).toEqual({ title: 'News', order: null });
    form.write('link', { url: '', title: '' });
    expect(form.toBody(false)).toMatchObject({ link: null });
  });

  it('is clean again when a value is written back', () => {
    const form = new FormState(shapes);
    form.take({ title: 'News' }, 'v1');
    form.write('title', 'Town');
    expect(form.isDirty.value).toBe(true);
    form.write('title', 'News');
    expect(form.isDirty.value).toBe(false);
  });

  it('keeps edits over a newer record, and what is typed while it is saved', () => {
    const form = new FormState(shapes);
    form.take({ title: 'News', order: 1 }, 'v1');
    form.write('title', 'Town');
    form.take({ title: 'News', order: 2 }, 'v2');
    expect([form.read('title'), form.read('order')]).toEqual(['Town', 2]);
    const sent = { ...form.edits.value };
    form.write('title', 'Town Hall');
    form.saved({ title: 'Town', order: 2 }, 'v3', sent);
    expect(form.read('title')).toBe('Town Hall');
    expect(form.isDirty.value).toBe(true);
  });
});

describe('the warning of a changed address', () => {
  it('tells whether an edit replaces a value of the record', () => {
    const form = new FormState({ url: { kind: 'text' } });
    form.write('url', 'city-hall');
    expect(form.isReplacing('url')).toBe(false);
    form.saved({ url: 'town-hall' }, null, { url: 'city-hall' });
    expect(form.isReplacing('url')).toBe(false);
    form.write('url', 'city-hall');
    expect(form.isReplacing('url')).toBe(true);
    form.write('url', 'town-hall');
    expect(form.isReplacing('url')).toBe(false);
  });

  it('warns of the fields that make the address of a page, which their forms have', () => {
    expect(resources.filter(([, { address }]) => address).map(([place]) => place)).toEqual([
      'sections',
      'authors',
    ]);
    for (const [, { address = [], fields = [] }] of resources)
      for (const name of address) expect(fields).toContain(name);
  });
});
