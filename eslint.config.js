import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const outgoing = {
  name: 'fetch',
  message: 'Outgoing HTTP goes through the guarded client (shared/http/guarded).',
};
const environment = {
  object: 'process',
  property: 'env',
  message: 'The environment is read in shared/config/environment.ts only.',
};
const layer = (group, message) => ({ patterns: [{ group, message }] });

export default tseslint.config(
  { ignores: ['dist', 'cdk.out', '.local', '.cache', 'coverage'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always'],
      'max-lines-per-function': ['error', { max: 75, skipBlankLines: true, skipComments: true }],
      'no-control-regex': 'off',
      'no-restricted-globals': ['error', outgoing],
      'no-restricted-properties': ['error', environment],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // The application proper: data is parsed when it enters and trusted afterwards, so nothing is asserted.
    files: ['functions/**', 'shared/**'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  {
    files: ['shared/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        layer(['**/functions/**', '**/infra/**'], 'shared imports neither functions nor infra.'),
      ],
    },
  },
  {
    files: ['functions/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        layer(['**/infra/**'], 'Functions know nothing of the infrastructure.'),
      ],
    },
  },
  {
    // The guarded client is the only way out: nothing else opens a connection of its own.
    files: ['functions/**', 'shared/**'],
    ignores: ['shared/http/guarded/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(ImportDeclaration, ImportExpression)[source.value=/^(node:)?(https?|http2|net|tls|dgram|undici)$/]',
          message: outgoing.message,
        },
      ],
    },
  },
  {
    // The other side of the service, where there is no guarded client: it asks only the address that it was given, and knows the
    // routes by their table.
    files: ['shared/client/**'],
    rules: {
      'no-restricted-globals': 'off',
      'no-restricted-imports': [
        'error',
        layer(['**/infra/**', '**/functions/*/**'], 'The client knows of functions only the route table.'),
      ],
    },
  },
  { files: ['shared/config/environment.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['infra/**', 'test/**', '*.config.ts'],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-globals': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Tests look freely into JSON answers: what they find there is what they check.
    files: ['test/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['*.js'], extends: [tseslint.configs.disableTypeChecked] },
);
