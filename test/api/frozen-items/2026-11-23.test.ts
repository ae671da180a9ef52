import { testFrozenItems } from '../support/frozen-items.ts';

testFrozenItems('2026-11-23');
