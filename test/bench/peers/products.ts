import { broadsheet } from './broadsheet.ts';
import { payload } from './payload.ts';
import type { Product } from './product.ts';
import { strapi } from './strapi.ts';

/** This service first, then its peers. */
export const PRODUCTS: readonly [Product, ...Product[]] = [broadsheet, payload, strapi];
