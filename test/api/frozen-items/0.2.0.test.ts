import { testFrozenItems } from '../../support/resources/frozen-items.ts';

testFrozenItems('0.2.0');
