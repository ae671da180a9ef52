import { expect, it } from 'vitest';
import { renderProduct } from '../../../../infra/sites/reader/post-parts.ts';
import { chooseTexts } from '../../../../infra/sites/reader/texts/index.ts';
import { FRAME } from '../../../support/web/reader-frame.ts';

it('renderProduct() writes price and rating as the language of the site does', () => {
  const post = { product: { name: 'Kettle', price: 19.5, currency: 'EUR', rating: 4.5 } };
  const frame = { ...FRAME, language: 'de', texts: chooseTexts('de') };

  expect(renderProduct(post, frame)?.text).toContain('<p class="facts">19,50\u00a0€ · 4,5 von 5</p>');
});
