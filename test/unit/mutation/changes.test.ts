import { describe, expect, it } from 'vitest';
import { parseDiff } from '../../mutation/changed/changes.ts';

const DIFF = `diff --git a/shared/a.ts b/shared/a.ts
--- a/shared/a.ts
+++ b/shared/a.ts
@@ -3 +3,2 @@ function a() {
-old
+new
+more
@@ -9,2 +10,0 @@
-gone
-gone
@@ -20 +19 @@
-old
+new
diff --git a/shared/README.md b/shared/README.md
--- a/shared/README.md
+++ b/shared/README.md
@@ -1 +1 @@
-old
+new
`;

describe('parseDiff()', () => {
  it('returns the added and changed lines of TypeScript files', () => {
    const ranges = [
      { first: 3, last: 4 },
      { first: 19, last: 19 },
    ];
    expect([...parseDiff(DIFF)]).toEqual([['shared/a.ts', ranges]]);
  });

  it('returns nothing when nothing has changed', () => {
    expect(parseDiff('').size).toBe(0);
  });
});
