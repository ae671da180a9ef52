import { testFrozenItems } from '../support/frozen-items.ts';

testFrozenItems('0.1.0');
