import { describe, expect, it } from 'vitest';
import { requireMatch, versionTag } from '../../../../shared/platform/core/if-match.ts';

describe('requireMatch()', () => {
  it.each([undefined, '*', ' * ', '"7"', '"7-abc_-X"', '"3-a", "7-b"', versionTag(7)])(
    'accepts %j for version 7',
    header => {
      expect(() => requireMatch(header, 7)).not.toThrow();
    },
  );

  it.each(['', '"6"', 'W/"7"', 'W/"7-abc"', '7', '"h7"', '"77"', '"x7"', '""', '"'])(
    'refuses %j for version 7',
    header => {
      expect(() => requireMatch(header, 7)).toThrow('If-Match does not match');
    },
  );
});
