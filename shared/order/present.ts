import * as v from 'valibot';
import { id } from '../core/fields.ts';
import { listOf } from '../core/bounds.ts';
import { MAX_ORDERED_POSTS } from './record.ts';

export const OrderInput = v.object({ post_ids: listOf(id, MAX_ORDERED_POSTS) });

export const OrderAnswer = v.object({ post_ids: v.array(v.number()) });
