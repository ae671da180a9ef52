import { testFrozenItems } from '../../support/resources/frozen-items.ts';

testFrozenItems('2026-11-23');
