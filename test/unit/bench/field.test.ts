import { expect, it, vi } from 'vitest';
import { Field } from '../../bench/peers/field.ts';
import { PRODUCTS } from '../../bench/peers/products.ts';

it('Field leaves a product that failed out of later steps and keeps its figures', async () => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(line => lines.push(line));
  const field = new Field(PRODUCTS);
  const [, payload] = PRODUCTS;
  const names: string[] = [];

  await field.each('reading', product => {
    field.note('get', 1000, product, 300);
    return product === payload ? Promise.reject(new Error('503')) : Promise.resolve();
  });
  await field.together('writing', ({ name }) => Promise.resolve(void names.push(name)));

  expect(names).toEqual(['broadsheet', 'strapi']);
  expect(lines).toEqual([`${payload?.title} is left out from here on: reading: 503`]);
  expect(field.noted('get', 1000, payload!)).toBe(300);
  expect(field.isComplete).toBe(false);
});
