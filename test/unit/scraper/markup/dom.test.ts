import { describe, expect, it } from 'vitest';
import { createElement, createText } from '../../../../shared/scraper/markup/dom.ts';
import { readLabel } from '../../../../shared/scraper/markup/text.ts';

describe('an element of a scraped page', () => {
  const root = createElement('', {});
  const [list, first, second] = [createElement('ul', {}), createElement('li', {}), createElement('li', {})];
  root.appendChild(list);
  list.appendChild(createText('before'));
  list.appendChild(first);
  list.appendChild(createText('between'));
  list.appendChild(second);
  second.appendChild(createText(' after'));

  it('has its parent, its children and its siblings', () => {
    expect(first.parentElement).toBe(list);
    expect(list.firstChild).toMatchObject({ nodeType: 3, data: 'before' });
    expect(list.firstChild?.nextSibling).toBe(first);
    expect(second.nextSibling).toBeNull();
    expect(first.nextElementSibling).toBe(second);
    expect(second.previousElementSibling).toBe(first);
    expect(first.previousElementSibling).toBeNull();
  });

  it.each([
    'li:first-child',
    'ul > li:not(:empty)',
    'li + li',
    'li:has(b), ul',
    'li:contains("after")',
    ':root',
  ])('is selected by css-select as part of a tree: %s', selectors => {
    const expected = {
      'li:first-child': [first],
      'ul > li:not(:empty)': [second],
      'li + li': [second],
      'li:has(b), ul': [list],
      'li:contains("after")': [second],
      ':root': [],
    }[selectors];
    expect(root.querySelectorAll(selectors)).toEqual(expected);
  });
});

it('the label of an element joins its classes and its id without negated words', () => {
  expect(readLabel(createElement('p', { class: 'hasnt-bio lead with-sidebar', id: 'a' }))).toBe(' lead  a');
  expect(readLabel(createElement('p', {}))).toBe('');
});
